import { localEnvironment, openEnvironment, probeSandbox, type SandboxKind } from '../environment/index.ts';
import { UserError } from '../errors.ts';
import { createScratch, type Scratch, sweepScratch, useCache } from '../host/index.ts';
import type { ToolServer } from '../schema/index.ts';
import { createWorkshop, type ModelDesk, type Workshop } from '../trial/index.ts';
import type { CliContext } from './context.ts';
import { ensureTools } from './ensure-tools.ts';

export interface OpenWorkshop {
  workshop: Workshop;
  sandbox: SandboxKind;
  close(): Promise<void>;
}

/**
 * Finds the browser and the sandbox, sweeps what a crash has left, and makes the workshop of this process.
 * @throws UserError `no-sandbox` where pods cannot be had and the user has not asked to go without
 */
export async function openWorkshop(
  context: CliContext,
  options: { unsafeNoSandbox: boolean; models?: ModelDesk; servers?: readonly ToolServer[] },
): Promise<OpenWorkshop> {
  const { removed, left } = await sweepScratch();
  for (const dir of removed) context.stderr.write(`removed what an earlier run left: ${dir}\n`);
  for (const dir of left) context.stderr.write(`WARNING: cannot remove what an earlier run left: ${dir}\n`);
  await ensureTools(context, { chromium: true, bubblewrap: !options.unsafeNoSandbox });
  const cache = useCache();
  let scratch: Scratch | undefined;
  const close = async () => {
    await scratch?.dispose();
    cache.release();
  };
  try {
    scratch = createScratch();
    const trouble = options.unsafeNoSandbox ? undefined : await probeSandbox(scratch);
    if (trouble !== undefined) {
      throw new UserError(
        'no-sandbox',
        `agents cannot be confined on this machine: ${trouble}`,
        '`bugsweep doctor` says what is missing. --unsafe-no-sandbox goes without: then agents can read and change everything that you can',
      );
    }
    if (options.unsafeNoSandbox) context.stderr.write('WARNING: no sandbox; agents and apps can do whatever you can\n');
    const environment = options.unsafeNoSandbox ? openEnvironment(scratch) : localEnvironment(scratch);
    const workshop = createWorkshop(environment, scratch, {
      signal: context.interruptSignal(),
      ...(options.models === undefined ? {} : { models: options.models }),
      servers: options.servers ?? [],
    });
    return { workshop, sandbox: environment.sandbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}
