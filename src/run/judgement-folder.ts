import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonAtomic } from '../host/index.ts';
import type { TrialRecord } from '../schema/index.ts';
import { isFinal } from './is-final.ts';
import { newTryFolder, readTrial } from './trial-folder.ts';

/** Where a new verdict is made ready beside the old one, which stays until the new one is whole. */
const NEXT = 'judging';

/** Makes the folder for a new verdict: its evidence goes below `judge/`. What a killed judge left is put aside. */
export function beginJudgement(dir: string): string {
  const next = join(dir, NEXT);
  if (existsSync(join(next, 'judge')) && readdirSync(join(next, 'judge')).length > 0) {
    renameSync(next, newTryFolder(dir));
  }
  rmSync(next, { recursive: true, force: true });
  mkdirSync(join(next, 'judge'), { recursive: true });
  return next;
}

/**
 * Writes a trial's record. An old verdict is put aside only for a new one: after an interruption, or trouble of the
 * machine, it stays, and the failed try is put aside instead. @throws InfraError
 */
export function keepJudgement(dir: string, record: TrialRecord): void {
  const old = readTrial(dir);
  writeJsonAtomic(join(dir, NEXT, 'trial.json'), record);
  if (old !== undefined && isFinal(old) && !isFinal(record)) {
    renameSync(join(dir, NEXT), newTryFolder(dir));
  } else finishJudgement(dir);
}

/**
 * Lets a new verdict that is whole take its place. Each step may be the last one before a kill: the next call goes on
 * from there. Does nothing if no new verdict is whole.
 */
export function finishJudgement(dir: string): void {
  const next = join(dir, NEXT);
  if (!existsSync(join(next, 'trial.json'))) {
    // Killed after the last step but one.
    if (existsSync(next) && readdirSync(next).length === 0) rmSync(next, { recursive: true });
    return;
  }
  // Once the new evidence has left, the evidence in place is the new one.
  if (existsSync(join(next, 'judge'))) {
    const hasRecord = existsSync(join(dir, 'trial.json'));
    const hasEvidence = existsSync(join(dir, 'judge'));
    if (hasRecord || hasEvidence) {
      const aside = newTryFolder(dir);
      // Linked, not moved: a trial without a record would be taken for unfinished.
      if (hasRecord) linkSync(join(dir, 'trial.json'), join(aside, 'trial.json'));
      if (hasEvidence) renameSync(join(dir, 'judge'), join(aside, 'judge'));
    }
    renameSync(join(next, 'judge'), join(dir, 'judge'));
  }
  renameSync(join(next, 'trial.json'), join(dir, 'trial.json'));
  rmSync(next, { recursive: true, force: true });
}
