/**
 * Chromium: where it is and how it is started. Layer 3.
 * Must not know of tasks or judges.
 */
export { CHROMIUM_FLAGS, FOUND_CHROMIUM, findChromium, findJudgeBrowser } from './find-chromium.ts';
