/**
 * Judges: Playwright Test specs in a real browser, or a script; and how their checks make a verdict. Layer 4.
 * Must not know of agents, runs or solutions.
 */
export { type PlayedTests, playTests } from './agentic/play-tests.ts';
export { tryModel } from './agentic/try-model.ts';
export { modelVerifier, type Player, type Verifier } from './agentic/verifier.ts';
export { batchingJudge, type JudgeOne } from './batching.ts';
export { browserJudge } from './browser/judge-in-browser.ts';
export { outsideApp } from './browser/outside-app.ts';
export { decide, type RunTry } from './decide.ts';
export type { GroupResult, JudgeBatch, JudgeGroup, PageMode, SkipRule } from './group.ts';
export { judgeByScript, type ScriptGroup } from './script/judge-by-script.ts';
