/**
 * The product under test: installed once, started for an agent or a judge, reset between checks, stopped. Layer 3.
 * Must not know of agents, judges or verdicts.
 */
export { copySource } from './copy-source.ts';
export { giveTo } from './give-to.ts';
export { loadManifest } from './load-manifest.ts';
export { type PrepareAppOptions, prepareApp } from './prepare-app.ts';
export type { PreparedApp } from './prepared-app.ts';
export { AppNotReady, type RunningApp } from './running-app.ts';
export { type StartAppOptions, startApp } from './start-app.ts';
export { toolbox } from './toolbox.ts';
