/**
 * Chromium: where it is and how it is started. Layer 3.
 * Must not know of tasks or judges.
 */
export { CHROMIUM_FLAGS, findChromium } from './find-chromium.ts';
