/**
 * A verifier's questions to its model by their names, so that answers can be given again. Part of `judge`. Pure; must not
 * know of browsers.
 */
export { cassetteKey } from './cassette-key.ts';
