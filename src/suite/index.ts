/**
 * Folders and lists on disk → validated suites and tasks, with every problem reported at once. Layer 2.
 * Must not know how a task is run or judged.
 */
export { agentSideFingerprint, hashPaths, hashSource, judgeSideFingerprint, NOT_SOURCE } from './fingerprint.ts';
export { builtInSuites, knownSuites, loadSuites } from './load-suite.ts';
export { readBehavior } from './read-behavior.ts';
export { filterTasks, sampleTasks, type TaskFilter } from './select.ts';
export { type Suite, type SuiteProblem, type Task, testsThatJudge } from './task.ts';
