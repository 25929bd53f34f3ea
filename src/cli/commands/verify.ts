import { mkdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import pc from 'picocolors';
import { UserError } from '../../errors.ts';
import { createScratch, isoNow, type Lock } from '../../host/index.ts';
import { batchingJudge, browserJudge, outsideApp, type PlayedTests, playTests, tryModel } from '../../judge/index.ts';
import { seenLine } from '../../report/index.ts';
import { type Behavior, type CheckResult, namesHint } from '../../schema/index.ts';
import { readBehavior } from '../../suite/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { ensureTools } from '../ensure-tools.ts';
import { holdEvidence, stampOf } from '../list-runs.ts';
import { onUserPath } from '../user-path.ts';
import { addVerifierFlags, chosenVerifier, type VerifierFlags } from '../verifier-choice.ts';

interface VerifyFlags extends VerifierFlags {
  url: URL;
  test: string[];
  evidence: string;
  json?: boolean;
}

/** Of one test, waits that its steps ask for among them. */
const TEST_MS = 600_000;
const ANSWER_MS = 20_000;
const VIEWPORT = { width: 1280, height: 800 };

export function register(program: Command, context: CliContext): void {
  addVerifierFlags(
    program
      .command('verify')
      .description('play tests that are written in plain English with any app that runs; no model is needed')
      .argument('<file>', 'a YAML file of behavior tests; docs/behavior-tests.md shows how they are written')
      .addOption(
        new Option('--url <url>', 'where the app runs, such as http://localhost:3000')
          .argParser(readUrl)
          .makeOptionMandatory(),
      )
      .option('--test <id>', 'only this test; may be repeated', (id: string, all: string[]) => [...all, id], [])
      .option(
        '--evidence <dir>',
        'keep screenshots and traces of failures, and what a model rests on, here',
        'runs/verify',
      ),
  )
    .addHelpText(
      'after',
      '\nEach test gets a browser context of its own; what it stores in the app stays.\nExit code: 0 every test passed, 1 one failed, 3 none failed but one could not be played.',
    )
    .action((file: string, flags: VerifyFlags) => verify(file, flags, context));
}

function readUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('must be an address such as http://localhost:3000');
  }
  const url = new URL(text);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError(`must end after the host: ${url.origin}; the tests' steps say which page`);
  }
  return url;
}

async function verify(file: string, flags: VerifyFlags, context: CliContext): Promise<void> {
  const path = resolve(context.cwd, file);
  const behavior = chosen(await onUserPath(path, () => readBehavior(path)), flags.test);
  const chosenModel = chosenVerifier(flags, context.cwd);
  await requireAnswer(flags.url);
  await ensureTools(context, { chromium: true, bubblewrap: chosenModel?.verifier.player != null });
  const signal = context.interruptSignal();
  const scratch = createScratch();
  const evidenceDir = resolve(context.cwd, flags.evidence, stampOf(isoNow()));
  let held: Lock | undefined;
  let played: PlayedTests;
  try {
    if (chosenModel !== undefined) await tryModel(chosenModel.verifier, chosenModel.named, scratch);
    held = await onUserPath(evidenceDir, () => {
      const lock = holdEvidence(evidenceDir);
      mkdirSync(evidenceDir, { recursive: true });
      return lock;
    });
    const judgeOne = batchingJudge(browserJudge(scratch), { workers: 1, maxSize: 1, signal });
    played = await playTests(judgeOne, {
      ...{ id: 'verify', testsDir: path, behavior, checkTimeoutMs: TEST_MS, pageMode: 'normal' },
      trace: chosenModel === undefined ? 'failed' : 'all',
      ...{ viewport: VIEWPORT, submission: { report: null, changed: [] }, evidenceDir },
      ...(chosenModel === undefined ? {} : { verifier: chosenModel.verifier }),
      startApp: async () => outsideApp(flags.url.origin),
    });
  } finally {
    await scratch.dispose();
    held?.release();
  }
  signal.throwIfAborted();
  const { checks, trouble } = played;
  if (trouble !== undefined) throw new UserError('cannot-verify', trouble.message);
  const has = (verdict: CheckResult['verdict']) => checks.some((check) => check.verdict === verdict);
  context.exitCode = has('fail') ? 1 : has('uncertain') ? 3 : 0;
  const tests = checks.map(({ tries, ...check }) => ({ ...testOf(check), tries: tries.map(testOf) }));
  printAnswer(context, {
    json: flags.json,
    value: { url: flags.url.origin, driver: flags.driver, model: flags.model ?? null, evidenceDir, tests },
    text: () => textOf(tests, relative(context.cwd, evidenceDir)),
  });
}

const testOf = ({ name, kind, verdict, seen, durationMs, evidence, trouble, steps, model }: CheckResult) => ({
  ...{ id: name, category: kind, verdict, seen, durationMs, evidence },
  ...{ trouble, steps, model },
});

function chosen(behavior: Behavior, ids: readonly string[]): Behavior {
  const known = behavior.tests.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new UserError('no-such-test', `the file has no test ${unknown}`, namesHint(unknown, known));
  }
  return ids.length === 0 ? behavior : { ...behavior, tests: behavior.tests.filter(({ id }) => ids.includes(id)) };
}

/** Known before a browser is started: the most common mistake is an app that does not run. */
async function requireAnswer({ origin }: URL): Promise<void> {
  try {
    await fetch(origin, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new UserError('no-app', `${origin} does not answer: ${String(cause)}`, 'start the app, or mend --url');
  }
}

interface PlayedTest {
  id: string;
  verdict: CheckResult['verdict'];
  seen: string;
  durationMs: number;
}

const COLOURS = { pass: pc.green, fail: pc.red, uncertain: pc.yellow } as const;

function textOf(tests: readonly PlayedTest[], evidence: string): string {
  const lines = tests.flatMap(({ id, verdict, seen, durationMs }) => [
    `${COLOURS[verdict](verdict.padEnd(9))}  ${id}  ${(durationMs / 1000).toFixed(1)} s`,
    ...(verdict === 'pass' ? [] : [`           ${seenLine(seen)}`]),
  ]);
  const count = (wanted: string) => tests.filter(({ verdict }) => verdict === wanted).length;
  lines.push('', `${count('pass')} passed, ${count('fail')} failed, ${count('uncertain')} uncertain`);
  if (tests.some(({ verdict }) => verdict !== 'pass')) lines.push(`screenshots and traces: ${evidence}`);
  return lines.join('\n');
}
