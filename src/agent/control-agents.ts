import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { systemCode, UserError } from '../errors.ts';
import { replaceFile } from '../host/index.ts';
import { applyPatch, updateTree } from '../workspace/index.ts';
import { type Agent, type AgentContext, defineAgent, type RoundEnd } from './agent.ts';

const finished: RoundEnd = { agentEnd: 'finished', detail: '', costUsd: 0 };

/** Does nothing. Its empty patch must never pass. */
export const nop: Agent = defineAgent({
  name: 'nop',
  control: true,
  startsNothing: true,
  version: async () => '1',
  mounts: () => [],
  open: async () => ({ round: async () => finished, close: async () => undefined }),
});

/** Plays the task's reference, in the first round. It must always pass. */
export const oracle: Agent = defineAgent({
  name: 'oracle',
  control: true,
  startsNothing: true,
  version: async () => '1',
  mounts: () => [],
  open: async (context) => ({
    round: async ({ n }) => {
      if (n === 1) await applyHere(context, await context.reference());
      return finished;
    },
    close: async () => undefined,
  }),
});

/** Hands in a ready file: a diff, or (a `.md` file) a QA report. @throws UserError `no-patch` if it cannot be read. */
export function patchAgent(path: string, cwd: string): Agent {
  const file = resolve(cwd, path);
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : String(error);
    throw new UserError(
      'no-patch',
      `the patch ${path} ${why}`,
      'give the path of a diff, or of a report that ends in .md',
    );
  }
  return defineAgent({
    name: 'patch',
    control: true,
    startsNothing: true,
    version: async () => createHash('sha256').update(content).digest('hex'),
    mounts: () => [],
    open: async (context) => ({
      round: async ({ n }) => {
        if (n > 1) return finished;
        if (!basename(file).endsWith('.md')) return handIn(context, content, path);
        await reportHere(context, content);
        return finished;
      },
      close: async () => undefined,
    }),
  });
}

/** A patch of the caller's that does not apply is no fault of the task: its agent has failed. */
async function handIn(context: AgentContext, patch: Buffer, path: string): Promise<RoundEnd> {
  try {
    await applyHere(context, patch);
    return finished;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { agentEnd: 'error', detail: `the patch ${path} does not apply: ${error.message}`, costUsd: 0 };
  }
}

/** The app has run and may have put anything into the workspace; while it is frozen nothing changes under us. */
async function applyHere(
  { pod, store, baselineTree, workspaceDir, owner }: AgentContext,
  patch: Buffer,
): Promise<void> {
  const { tree } = await applyPatch({ store, baselineTree, patch });
  await pod.whileFrozen(() => updateTree(store, baselineTree, tree, workspaceDir, owner));
}

async function reportHere({ pod, workspaceDir, owner }: AgentContext, content: Buffer): Promise<void> {
  await pod.whileFrozen(async () => replaceFile(join(workspaceDir, 'qa-report.md'), content, owner));
}
