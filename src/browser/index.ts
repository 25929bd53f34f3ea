/**
 * Chromium: where it is and how it is started. Layer 3.
 * Must not know of tasks or judges.
 */
export {
  type BrowserTool,
  browserTool,
  browserToolNames,
  howToInstallTool,
  installableTools,
  type McpServer,
  toolSentence,
  toolVersion,
} from './browser-tools.ts';
export { CHROMIUM_FLAGS, FOUND_CHROMIUM, findChromium, findJudgeBrowser } from './find-chromium.ts';
export { openRecorder, type Recorded, type Recorder, summariseUse } from './recorder/index.ts';
export { requireServing } from './require-serving.ts';
