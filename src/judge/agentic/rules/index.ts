/**
 * The sentences that a behavior test may be written in, so that no model is needed to play it: what a step says, as
 * acts and expectations. Part of `judge`. Pure; must not know of browsers.
 */
export type { Act, Expectation, State, Target } from './act.ts';
export { readStep } from './read-step.ts';
