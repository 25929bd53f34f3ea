/**
 * Language models as bugsweep's own programs ask them, on the AI SDK: opened at an address that adds the key, with whole
 * answers, and with failures in words. Layer 1. Must not know of keys, prices or of what is asked.
 */
export { askBriefly } from './ask-briefly.ts';
export { describeFailure } from './describe-failure.ts';
export { languageModel } from './language-model.ts';
export { shapeMessages } from './shape-messages.ts';
export { wholeAnswers } from './whole-answers.ts';
