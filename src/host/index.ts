/**
 * The machine: processes, files, locks, scratch space, ports, clock. Layer 1.
 * The one place that spawns processes, and the one that decides how a file is written safely.
 * Must not know of tasks, trials or browsers.
 */
export { appendLine, readJsonFile, replaceFile, writeFileAtomic, writeJsonAtomic } from './atomic-file.ts';
export { emptyCache, useCache } from './cache-use.ts';
export { cachedFolder, cachedFolderSync } from './cached-folder.ts';
export { CappedOutput } from './capped-output.ts';
export { isoNow, monotonicMs, sleep } from './clock.ts';
export { type Endpoint, requestJson } from './json-request.ts';
export { lineSplitter } from './line-splitter.ts';
export { acquireLock, type Lock, lockOwner } from './lock.ts';
export { makeReadable } from './make-readable.ts';
export { cacheRoot, homeFolders, installedPackage, packageRoot, pathWithTools } from './places.ts';
export { type ClaimedPort, claimPort } from './ports.ts';
export {
  boundProcess,
  DEFAULT_MAX_OUTPUT_BYTES,
  type ProcessResult,
  type RunningProcess,
  type RunOptions,
  runProcess,
  type StartOptions,
  startProcess,
  tail,
} from './process.ts';
export { isAlive, ownIdentity, processStartTime, readIdentity, stateOf } from './process-identity.ts';
export { createScratch, type Scratch, scratchRoot, sweepScratch } from './scratch.ts';
export { installSide, isSideInstalled, type SideProgram, sideFolder, sidePath } from './side-program.ts';
