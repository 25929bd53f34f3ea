import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import type { Scratch } from '../../host/index.ts';
import type { Verifier } from './verifier.ts';

const PATIENCE_MS = 60_000;

/**
 * Asks a verifier's model for a word, so that a wrong key, a name that nobody knows or an endpoint that is down are told
 * before anything is started. Nothing is asked where only recorded answers are given. @throws UserError `model-unreachable`
 */
export async function tryModel(verifier: Verifier, named: string, scratch: Scratch): Promise<void> {
  if (verifier.openLine === null) return;
  // Loaded only here: most commands ask no model.
  const { askBriefly } = await import('../../language-model/index.ts');
  const dir = scratch.newDir('line');
  const line = await verifier.openLine({ dir, logPath: join(dir, 'model.jsonl') });
  try {
    const { sdk, model } = verifier;
    const trouble = await askBriefly({ sdk, model, socketPath: line.socketPath, timeoutMs: PATIENCE_MS });
    if (trouble === undefined) return;
    const hint =
      'see whether the key, the name of the model and the endpoint are right, and whether there is credit left';
    throw new UserError('model-unreachable', `the model ${named} does not answer: ${trouble}`, hint);
  } finally {
    await line.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
