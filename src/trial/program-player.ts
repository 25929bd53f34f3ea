import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { type BareProgram, bareProgram } from '../agent/index.ts';
import { toolbox } from '../app/index.ts';
import { defaultLimits, localEnvironment, type Mount, type Owner } from '../environment/index.ts';
import type { Player } from '../judge/index.ts';
import { connectModel, MODEL_DIR } from './model-place.ts';

const TOOLS_DIR = '/run/tools';
/** The server of the test's tools, as the program calls it. */
const SERVER = 'app';

/**
 * Lets a coding agent's own program play tests: in a pod of its own, in which nothing is but the program. It reaches its
 * model, and the tools of the test; of its own tools it has as few as it can be started with.
 * @throws UserError `not-installed`
 */
export function programPlayer(name: string, model: string): Player {
  const program = bareProgram(name, model);
  return {
    play: async ({ scratch, toolsDir, lineDir, ...test }) => {
      const environment = localEnvironment(scratch);
      const owner = environment.allocateOwner();
      handOver([join(toolsDir, 'tools.sock'), join(lineDir, 'model.sock')], owner);
      const mounts: Mount[] = [
        { at: '/opt/bugsweep', kind: 'read', from: toolbox() },
        { at: '/workspace', kind: 'empty' },
        { at: MODEL_DIR, kind: 'read', from: lineDir },
        { at: TOOLS_DIR, kind: 'read', from: toolsDir },
        ...program.mounts,
      ];
      const pod = await environment.createPod({ label: 'verifier', mounts, limits: defaultLimits }, owner);
      try {
        return await playIn(program, { pod, ...test });
      } finally {
        await pod.kill();
      }
    },
  };
}

async function playIn(
  program: BareProgram,
  { pod, prompt, signal, timeoutMs, ...files }: Omit<PlayIn, 'scratch' | 'toolsDir' | 'lineDir'>,
): Promise<string | undefined> {
  const modelUrl = await connectModel(pod);
  const command = ['node', pod.path('/opt/bugsweep/tool-line.mjs'), pod.path(`${TOOLS_DIR}/tools.sock`)];
  const conversation = await program.open({
    ...{ pod, modelUrl, env: {}, servers: [{ name: SERVER, command, env: {} }], ...files },
  });
  try {
    const { agentEnd, detail } = await conversation.round({ n: 1, prompt, timeoutMs, signal });
    return agentEnd === 'finished' ? undefined : detail;
  } finally {
    await conversation.close();
  }
}

type PlayIn = Parameters<Player['play']>[0] & { pod: Parameters<typeof connectModel>[0] };

/** The pod's user, and no other, may connect. */
function handOver(sockets: readonly string[], owner: Owner | undefined): void {
  if (owner !== undefined) for (const path of sockets) chownSync(path, owner.uid, owner.gid);
}
