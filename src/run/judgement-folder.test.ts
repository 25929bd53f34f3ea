import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { trialRecord } from '../schema/trial-record.fixture.ts';
import { beginJudgement, finishJudgement, keepJudgement } from './judgement-folder.ts';

const OLD = trialRecord({ reason: 'old' });
const NEW = trialRecord({ reason: 'new', passed: false, score: 0 });

/** A trial's folder with a verdict and its evidence. */
function judgedTrial(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-judgement-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, 'judge/1'), { recursive: true });
  writeFileSync(join(dir, 'judge/1/checks.json'), 'old');
  writeFileSync(join(dir, 'trial.json'), JSON.stringify(OLD));
  return dir;
}

function judgeAnew(dir: string): void {
  const next = beginJudgement(dir);
  mkdirSync(join(next, 'judge/1'), { recursive: true });
  writeFileSync(join(next, 'judge/1/checks.json'), 'new');
}

const verdict = (dir: string) => [
  JSON.parse(readFileSync(join(dir, 'trial.json'), 'utf8')).reason,
  readFileSync(join(dir, 'judge/1/checks.json'), 'utf8'),
];

test('a new verdict takes the place of the old one, which is kept aside', () => {
  const dir = judgedTrial();
  judgeAnew(dir);
  expect(verdict(dir)).toEqual(['old', 'old']);
  keepJudgement(dir, NEW);
  expect(verdict(dir)).toEqual(['new', 'new']);
  expect(verdict(join(dir, 'tries/1'))).toEqual(['old', 'old']);
  expect(readdirSync(dir).sort()).toEqual(['judge', 'trial.json', 'tries']);
});

test('without a new verdict the old one stays, and what was tried is kept aside', () => {
  for (const outcome of ['cancelled', 'infra-error'] as const) {
    const dir = judgedTrial();
    judgeAnew(dir);
    keepJudgement(dir, { ...NEW, outcome });
    expect(verdict(dir), outcome).toEqual(['old', 'old']);
    expect(verdict(join(dir, 'tries/1')), outcome).toEqual(['new', 'new']);
  }
});

test('where there was no verdict, why there is none is the record', () => {
  const dir = judgedTrial();
  writeFileSync(join(dir, 'trial.json'), JSON.stringify({ ...OLD, outcome: 'infra-error' }));
  judgeAnew(dir);
  keepJudgement(dir, { ...NEW, outcome: 'cancelled' });
  expect(verdict(dir)).toEqual(['new', 'new']);
});

test('killed while judging: the old verdict is untouched, and the next try starts afresh', () => {
  const dir = judgedTrial();
  judgeAnew(dir);
  finishJudgement(dir);
  expect(verdict(dir)).toEqual(['old', 'old']);
  const next = beginJudgement(dir);
  expect(readdirSync(join(next, 'judge'))).toEqual([]);
  expect(existsSync(join(dir, 'tries/1/judge/1/checks.json'))).toBe(true);
});

test('killed between any two steps of taking its place: the next start ends it', () => {
  // What a process that was killed after each step has left.
  const steps: ((dir: string) => void)[] = [
    () => undefined,
    (dir) => mkdirSync(join(dir, 'tries/1'), { recursive: true }),
    (dir) => writeFileSync(join(dir, 'tries/1/trial.json'), JSON.stringify(OLD)),
    (dir) => renameSync(join(dir, 'judge'), join(dir, 'tries/1/judge')),
    (dir) => renameSync(join(dir, 'judging/judge'), join(dir, 'judge')),
    (dir) => renameSync(join(dir, 'judging/trial.json'), join(dir, 'trial.json')),
  ];
  for (let killed = 1; killed <= steps.length; killed += 1) {
    const dir = judgedTrial();
    judgeAnew(dir);
    writeFileSync(join(dir, 'judging/trial.json'), JSON.stringify(NEW));
    for (const step of steps.slice(0, killed)) step(dir);
    finishJudgement(dir);
    expect(verdict(dir), `after step ${killed}`).toEqual(['new', 'new']);
    const aside = readdirSync(join(dir, 'tries'), { recursive: true, encoding: 'utf8' });
    expect(aside.some((name) => name.endsWith('checks.json'))).toBe(true);
    expect(readdirSync(dir).sort()).toEqual(['judge', 'trial.json', 'tries']);
  }
});
