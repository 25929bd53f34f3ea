import {
  dockerEnvironment,
  type Environment,
  localEnvironment,
  openEnvironment,
  probeSandbox,
  type SandboxKind,
} from '../environment/index.ts';
import { UserError } from '../errors.ts';
import { createScratch, type Scratch, sweepScratch, useCache } from '../host/index.ts';
import { tryModel } from '../judge/index.ts';
import type { ToolServer } from '../schema/index.ts';
import { createWorkshop, type ModelDesk, type Workshop } from '../trial/index.ts';
import type { CliContext } from './context.ts';
import { ensureTools } from './ensure-tools.ts';
import type { ChosenVerifier } from './verifier-choice.ts';

export interface OpenWorkshop {
  workshop: Workshop;
  sandbox: SandboxKind;
  close(): Promise<void>;
}

/**
 * Finds the browser and the sandbox, sweeps what a crash has left, and makes the workshop of this process.
 * @throws UserError `model-unreachable` where a verifier's model does not answer; `no-sandbox` where pods cannot be had
 * and the user has not asked to go without, `no-engine`
 */
export async function openWorkshop(
  context: CliContext,
  options: {
    sandbox: SandboxKind;
    models?: ModelDesk;
    servers?: readonly ToolServer[];
    verifier?: ChosenVerifier | undefined;
  },
): Promise<OpenWorkshop> {
  const { removed, left } = await sweepScratch();
  for (const dir of removed) context.stderr.write(`removed what an earlier run left: ${dir}\n`);
  for (const dir of left) context.stderr.write(`WARNING: cannot remove what an earlier run left: ${dir}\n`);
  await ensureTools(context, { chromium: true, bubblewrap: options.sandbox !== 'none' });
  const cache = useCache();
  let scratch: Scratch | undefined;
  const close = async () => {
    await scratch?.dispose();
    cache.release();
  };
  try {
    scratch = createScratch();
    const environment = await openPods(scratch, options.sandbox, context);
    if (options.verifier !== undefined) await tryModel(options.verifier.verifier, options.verifier.named, scratch);
    const workshop = createWorkshop(environment, scratch, {
      signal: context.interruptSignal(),
      ...(options.models === undefined ? {} : { models: options.models }),
      servers: options.servers ?? [],
      verifier: options.verifier?.verifier,
    });
    return { workshop, sandbox: environment.sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPods(scratch: Scratch, sandbox: SandboxKind, { stderr }: CliContext): Promise<Environment> {
  if (sandbox === 'docker') return dockerEnvironment(scratch);
  if (sandbox === 'none') {
    stderr.write('WARNING: no sandbox; agents and apps can do whatever you can\n');
    return openEnvironment(scratch);
  }
  const trouble = await probeSandbox(scratch);
  if (trouble === undefined) return localEnvironment(scratch);
  throw new UserError(
    'no-sandbox',
    `agents cannot be confined on this machine: ${trouble}`,
    '`bugsweep doctor` says what is missing. --unsafe-no-sandbox goes without: then agents can read and change everything that you can',
  );
}
