import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Agent } from '../agent/index.ts';
import { startApp, toolbox } from '../app/index.ts';
import { findChromium } from '../browser/index.ts';
import { defaultLimits, type Mount, type Owner, type Pod, type PodLimits } from '../environment/index.ts';
import type { PreparedTask, Workshop } from './trial-context.ts';

/** Where the agent works: a pod with the workspace, and the running app if the task has one. */
export interface AgentPlace {
  pod: Pod;
  appUrl: string | null;
  /** Host folder that is /run/agent inside. */
  promptDir: string;
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the buggy app for the agent. @throws AppNotReady, InfraError */
export async function startAgentPlace(
  { environment, scratch }: Workshop,
  { task, app }: PreparedTask,
  options: {
    agent: Agent;
    workspaceDir: string;
    owner: Owner | undefined;
    moreMounts: readonly Mount[];
    /** The browser's path inside, if it is not its own. */
    chromium?: string | undefined;
    signal: AbortSignal;
  },
): Promise<AgentPlace> {
  const { agent, workspaceDir, owner, signal } = options;
  const promptDir = readableDir(scratch.newDir('prompts'));
  const chromium = findChromium() ?? '';
  const shown = options.chromium ?? chromium;
  const extra: Mount[] = [
    { at: '/run/agent', kind: 'read', from: promptDir },
    ...browserMounts(chromium),
    ...agent.mounts(),
    ...options.moreMounts,
  ];
  const limits = limitsOf(task.config.limits);
  if (app.manifest.server === undefined) {
    const mounts: Mount[] = [
      { at: '/opt/bugsweep', kind: 'read', from: toolbox() },
      { at: '/workspace', kind: 'write', from: workspaceDir },
      ...extra,
    ];
    const pod = await environment.createPod({ label: 'agent', mounts, limits }, owner);
    return { pod, appUrl: null, promptDir, env: { CHROMIUM: shown }, stop: () => pod.kill() };
  }
  const { app: settings, agentFaults: faults } = task.config;
  const running = await startApp(app, {
    ...{ environment, scratch, owner, workspaceDir, faults, limits, signal },
    ...{ purpose: 'agent', fixture: settings.fixture, readyTimeoutMs: settings.readyTimeoutMs, extraMounts: extra },
  });
  const { pod, url } = running;
  const shell: Record<string, string> = pod.startInProduct === undefined ? {} : { APP_SHELL: 'task-shell' };
  const env = { CHROMIUM: shown, APP_URL: url, APP_RUN: pod.path('/run/app'), ...shell };
  return { pod, appUrl: url, promptDir, env, stop: () => running.stop() };
}

/** Every user may read it, so that pods get the folder itself: what is written later is seen inside. */
function readableDir(dir: string): string {
  chmodSync(dir, 0o755);
  return dir;
}

/** A browser that does not come with the system lies in a folder of its own, which the agent needs too. */
function browserMounts(chromium: string): Mount[] {
  if (chromium === '' || chromium.startsWith('/usr/')) return [];
  const dir = dirname(chromium);
  return [{ at: dir, kind: 'read', from: dir }];
}

function limitsOf(limits: {
  memoryBytes?: number;
  processes?: number;
  diskBytes?: number;
  fileBytes?: number;
}): PodLimits {
  const given = Object.entries(limits).filter(([name, value]) => name in defaultLimits && value !== undefined);
  return { ...defaultLimits, ...Object.fromEntries(given) };
}
