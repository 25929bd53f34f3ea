import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import type {
  AppAccess,
  BeginAnswer,
  BeginQuestion,
  CheckOutcome,
  EndAnswer,
  EndQuestion,
  Submission,
} from '../protocol.ts';
import { groupOfSpec } from '../protocol.ts';
import {
  failuresAmong,
  lastStep,
  lostMeans,
  notedEvidence,
  notedReplays,
  notedSteps,
  plain,
  startLog,
} from './check-log.ts';
import { callHost, isHosted } from './host-client.ts';
import { startPatience } from './patience.ts';

/** A page that a check opened, and where its evidence goes. */
export interface OpenPage {
  page: Page;
  context: BrowserContext;
  access: AppAccess;
}

/** Starts the check's log; skips the check when its group has already failed and shall not go on. */
export async function beginCheck(testInfo: TestInfo): Promise<void> {
  startLog();
  startPatience();
  if (!isHosted()) return;
  const answer = await callHost<BeginAnswer>(`/groups/${groupOfSpec(testInfo.file)}/begin`, {
    name: testInfo.title,
    kind: kindOf(testInfo),
  } satisfies BeginQuestion);
  testInfo.skip(answer.kind === 'skip', 'left out in this group');
}

/** Decides the verdict from what was noted while the check ran, closes its pages, and keeps evidence of a failure. */
export async function endCheck(testInfo: TestInfo, pages: readonly OpenPage[]): Promise<CheckOutcome> {
  const outcome = decide(testInfo);
  const step = lastStep();
  if (step !== '' && outcome.verdict !== 'pass') outcome.seen = `${step}: ${outcome.seen}`;
  const steps = notedSteps();
  if (steps !== undefined) outcome.steps = [...steps];
  outcome.evidence.push(...notedEvidence());
  const failed = outcome.verdict !== 'pass' && testInfo.status !== 'skipped';
  for (const [index, open] of pages.entries()) {
    try {
      outcome.evidence.push(...(await close(open, { failed, name: `${slug(testInfo.title)}-${index + 1}` })));
    } catch (error) {
      outcome.seen += ` (evidence could not be kept: ${plain(String(error)).slice(0, 200)})`;
    }
  }
  if (isHosted() && testInfo.status !== 'skipped') {
    const question: EndQuestion = {
      ...{ kind: kindOf(testInfo), verdict: outcome.verdict, replayed: notedReplays() },
    };
    const { model } = await callHost<EndAnswer>(`/groups/${groupOfSpec(testInfo.file)}/end`, question);
    if (model !== undefined) outcome.model = model;
  }
  return outcome;
}

function decide(testInfo: TestInfo): CheckOutcome {
  const expected = testInfo.title;
  const evidence: string[] = [];
  const ended = failuresAmong(testInfo.errors);
  const means = lostMeans() ?? ended.find((failure) => failure.kind === 'means');
  if (means !== undefined) {
    return { verdict: 'uncertain', expected, seen: means.message, evidence, trouble: means.code };
  }
  if (testInfo.status === 'passed' || testInfo.status === 'skipped') {
    return { verdict: 'pass', expected, seen: 'as expected', evidence };
  }
  const text = testInfo.errors.map((error) => plain(error.message ?? String(error.value))).join('\n');
  if (testInfo.status === 'timedOut') {
    return {
      verdict: 'uncertain',
      expected,
      seen: `the check did not end: ${text}`,
      evidence,
      trouble: 'check-timeout',
    };
  }
  const assertion = ended.find((failure) => failure.kind === 'assertion');
  if (assertion !== undefined) {
    const asserted = assertion.expected === undefined ? expected : `${expected}: ${assertion.expected}`;
    return { verdict: 'fail', expected: asserted, seen: assertion.seen, evidence };
  }
  return {
    verdict: 'uncertain',
    expected,
    seen: `the judge itself failed: ${text}`,
    evidence,
    trouble: 'judge-failed',
  };
}

async function close({ page, context, access }: OpenPage, check: { failed: boolean; name: string }): Promise<string[]> {
  const { evidenceDir, trace } = access;
  const { failed, name } = check;
  const kept: string[] = [];
  if (failed && !page.isClosed()) {
    await page.screenshot({ path: join(evidenceDir, `${name}.png`), timeout: 5_000 });
    kept.push(`${name}.png`);
  }
  if (trace !== 'none') {
    const isKept = failed || trace === 'all';
    await context.tracing.stop(isKept ? { path: join(evidenceDir, `${name}.zip`) } : {});
    if (isKept) kept.push(`${name}.zip`);
  }
  await context.close();
  return kept;
}

/** What the agent handed in. By hand: the file that `BUGSWEEP_QA_REPORT` names, with no other change. */
export async function readSubmission(specFile: string): Promise<Submission> {
  if (isHosted()) return callHost<Submission>(`/groups/${groupOfSpec(specFile)}/submission`, {});
  const path = process.env.BUGSWEEP_QA_REPORT;
  return path === undefined
    ? { report: null, changed: [] }
    : { report: readFileSync(path, 'utf8'), changed: ['qa-report.md'] };
}

const kindOf = (testInfo: TestInfo): BeginQuestion['kind'] =>
  testInfo.tags.includes('@control') ? 'control' : testInfo.tags.includes('@target') ? 'target' : 'preservation';

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
