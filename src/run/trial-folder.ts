import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  type PredictionRecord,
  parseWith,
  predictionRecordSchema,
  type TrialRecord,
  trialRecordSchema,
} from '../schema/index.ts';

/** `trial.json` of a folder; undefined if it is absent or not whole. */
export function readTrial(dir: string): TrialRecord | undefined {
  return readRecord(join(dir, 'trial.json'), trialRecordSchema);
}

/** The finished prediction of a folder with the patch it speaks of, or undefined: absent, cut short, or altered. */
export function readPrediction(dir: string): { record: PredictionRecord; patch: Buffer } | undefined {
  const record = readRecord(join(dir, 'prediction.json'), predictionRecordSchema);
  const path = join(dir, 'patch.diff');
  if (record === undefined || !existsSync(path)) return undefined;
  const patch = readFileSync(path);
  return createHash('sha256').update(patch).digest('hex') === record.patchSha256 ? { record, patch } : undefined;
}

function readRecord<S extends z.ZodType>(path: string, schema: S): z.infer<S> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Absent, or of a process that was killed before files were written atomically: the same as not finished.
    return undefined;
  }
  const parsed = parseWith(schema, value);
  return parsed.ok ? parsed.value : undefined;
}

/** An empty folder `tries/<k>` for what an earlier try left. */
export function newTryFolder(dir: string): string {
  const tries = join(dir, 'tries');
  let k = existsSync(tries) ? readdirSync(tries).length + 1 : 1;
  while (existsSync(join(tries, String(k)))) k += 1;
  mkdirSync(join(tries, String(k)), { recursive: true });
  return join(tries, String(k));
}

/** Moves what an earlier try left into `tries/<k>/`, so that nothing is lost and nothing is mixed. */
export function putAside(dir: string): void {
  if (!existsSync(dir)) return;
  const names = readdirSync(dir).filter((name) => name !== 'tries');
  if (names.length === 0) return;
  const aside = newTryFolder(dir);
  for (const name of names) renameSync(join(dir, name), join(aside, name));
}
