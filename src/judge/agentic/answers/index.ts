/**
 * What a model says of a behavior test, and whether it may be believed: steps in their order, each with something that
 * was seen, an end that follows from them. Part of `judge`. Pure; must not know of browsers or models.
 */
export { AnswerRefused, AnswerSheet, type Look, type Step } from './answer-sheet.ts';
