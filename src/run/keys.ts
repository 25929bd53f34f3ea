import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Agent } from '../agent/index.ts';
import { levelsOf, placeOf, promptsFor } from '../agent/index.ts';
import { toolbox } from '../app/index.ts';
import { browserTool, toolVersion } from '../browser/index.ts';
import type { SandboxKind } from '../environment/index.ts';
import { byRules, type ToolServer, type TrialId, type VerifierChoice, variantName } from '../schema/index.ts';
import {
  agentSideFingerprint,
  hashPaths,
  hashSource,
  judgeSideFingerprint,
  type Task,
  testsThatJudge,
} from '../suite/index.ts';

/**
 * The two keys that decide what a resumed run repeats. `prediction`: all that the agent can see and all that decides
 * what it does. `judgement`: all that decides the verdict. A changed judge never re-runs an agent.
 */
export interface KeyMaker {
  prediction(task: Task, agent: Agent, id: TrialId, agentTimeoutMs: number): Promise<string>;
  judgement(task: Task, patchSha256: string): string;
}

/** What is equal for many trials is computed once. */
export function createKeyMaker(options: {
  sandbox: SandboxKind;
  judgeVersion: string;
  /** The user's own servers of browser tools. */
  servers?: readonly ToolServer[];
  verifier?: VerifierChoice;
}): KeyMaker {
  const { verifier = byRules } = options;
  const memory = new Map<string, string>();
  const once = (name: string, make: () => string): string => {
    const known = memory.get(name);
    if (known !== undefined) return known;
    const made = make();
    memory.set(name, made);
    return made;
  };
  const versions = new Map<Agent, Promise<string>>();
  const versionOf = (agent: Agent) => {
    const version = versions.get(agent) ?? agent.version();
    versions.set(agent, version);
    return version;
  };
  const app = (task: Task) => once(`app ${task.appDir}`, () => hashSource(task.appDir));
  const toolParts = (name: string): string[] => {
    const tool = browserTool(name, options.servers);
    const { folder } = tool;
    const version = toolVersion(tool);
    // The default has none: what was played before there was a choice stays valid.
    if (version === '') return [];
    return [version, folder === undefined ? '' : once(`tool ${folder}`, () => hashPaths(folder, ['.']))];
  };
  return {
    prediction: async (task, agent, id, agentTimeoutMs) => {
      const { variant } = id;
      const shared = once(`prediction ${task.dir} ${variantName(variant)}`, () =>
        digest([
          agentSideFingerprint(task),
          app(task),
          levelsOf(task).includes(variant.level) ? promptsFor(task, variant, placeOf(task)).join('\0') : '',
          ...[options.sandbox, process.version, basename(toolbox())],
          ...toolParts(variant.tool),
        ]),
      );
      return digest([
        shared,
        agent.name,
        await versionOf(agent),
        id.model ?? '',
        String(id.attempt),
        String(agentTimeoutMs),
      ]);
    },
    judgement: (task, patchSha256) => {
      const shared = once(`judgement ${task.dir}`, () =>
        digest([
          ...[judgeSideFingerprint(task), app(task), options.sandbox, options.judgeVersion, process.version],
          ...(testsThatJudge(task) !== undefined ? [verifier.driver, verifier.model ?? ''] : []),
        ]),
      );
      return digest([shared, patchSha256]);
    },
  };
}

const digest = (parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update('\0').update(part);
  return hash.digest('hex');
};
