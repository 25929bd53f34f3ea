import { join } from 'node:path';
import { findJudgeBrowser } from '../../browser/index.ts';
import { UserError } from '../../errors.ts';
import { monotonicMs, pathWithTools, runProcess, type Scratch, tail } from '../../host/index.ts';
import type { CheckResult } from '../../schema/index.ts';
import type { GroupResult, JudgeBatch, JudgeGroup } from '../group.ts';
import { type JudgeHost, startJudgeHost } from './host-server.ts';
import { HOST_VARIABLE } from './protocol.ts';
import { type Results, readResults, toCheckResult } from './read-results.ts';
import { stageSpecs } from './stage-specs.ts';
import { watchResults } from './watch-results.ts';

/** Time beside the checks themselves: start of Playwright, of the apps, of the browsers. */
const SLACK_MS = 180_000;

/** A group whose checks have all ended needs nothing of how Playwright ended. */
const STILL_ON = { timedOut: false, output: '' };

/** Judges groups in one Playwright process; each group's app is stopped as soon as its last check has ended. */
export function browserJudge(scratch: Scratch): JudgeBatch {
  const judge: JudgeBatch = async (groups, { workers, signal, onResult }) => {
    if (groups.length === 0) return [];
    const chromium = findJudgeBrowser();
    if (chromium === undefined) {
      throw new UserError('no-chromium', 'no Chromium was found', 'bugsweep doctor says how to install one');
    }
    const dir = scratch.newDir('judge');
    const host = await startJudgeHost(groups, chromium, { dir, scratch });
    const startedAt = monotonicMs();
    const resultsPath = join(dir, 'results.jsonl');
    const watcher = watchResults(resultsPath, (id, results) => {
      const group = groups.find((each) => each.id === id);
      if (group !== undefined) onResult?.(group, groupResult(group, results, host, { ...STILL_ON, startedAt }));
      void host.closeGroup(id);
    });
    try {
      const { configPath, playwrightCli } = stageSpecs(groups, dir, workers);
      const perGroup = Math.max(...groups.map((group) => group.checkTimeoutMs)) * 12 + SLACK_MS;
      const result = await runProcess([...dieWithParent(), process.execPath, playwrightCli, 'test', '-c', configPath], {
        cwd: dir,
        env: playwrightEnv(host, resultsPath),
        // A worker that was just being started when the last check had ended outlives Playwright.
        ownsGroup: true,
        timeoutMs: perGroup * Math.ceil(groups.length / workers),
        ...(signal === undefined ? {} : { signal }),
      });
      const results = readResults(resultsPath);
      if (groups.length > 1 && Object.keys(results.counts).length === 0 && signal?.aborted !== true) {
        // One spec that does not load keeps all others of its process from running: each for itself, then.
        const alone: GroupResult[] = [];
        for (const group of groups)
          alone.push(...(await judge([group], { workers: 1, ...(signal ? { signal } : {}) })));
        return alone;
      }
      const output = tail(`${result.stdout}${result.stderr}`, 20);
      return groups.map((group) => groupResult(group, results, host, { timedOut: result.timedOut, output, startedAt }));
    } finally {
      await watcher.stop();
      await host.close();
    }
  };
  return judge;
}

/** A killed bugsweep takes Playwright with it; its workers and browsers follow. */
function dieWithParent(): string[] {
  return process.platform === 'linux' ? ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'] : [];
}

function playwrightEnv(host: JudgeHost, resultsPath: string): Record<string, string> {
  return {
    PATH: pathWithTools(),
    HOME: process.env.HOME ?? '/',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    [HOST_VARIABLE]: host.socketPath,
    BUGSWEEP_JUDGE_RESULTS: resultsPath,
    // The judge's colours would only be stripped again.
    NO_COLOR: '1',
    FORCE_COLOR: '0',
  };
}

function groupResult(
  group: JudgeGroup,
  results: Results,
  host: JudgeHost,
  run: { timedOut: boolean; output: string; startedAt: number },
): GroupResult {
  const reported = results.checks.get(group.id) ?? [];
  const checks: CheckResult[] = [];
  let trouble: GroupResult['trouble'] = host.troubleOf(group.id);
  for (const check of reported) {
    const result = toCheckResult(check);
    if (result === undefined) {
      trouble ??= {
        code: 'judge-failed',
        message: `check "${check.name}" needs exactly one of @target, @preservation, @control`,
      };
    } else if (checks.some(({ name }) => name === result.name)) {
      trouble = { code: 'duplicate-check', message: `two checks are called "${result.name}"` };
    } else checks.push(result);
  }
  const problem = results.problems.find(({ group: id }) => id === group.id || id === null);
  if (problem !== undefined) trouble ??= { code: 'judge-failed', message: problem.problem.slice(0, 2000) };
  if (run.timedOut) trouble ??= { code: 'judge-timeout', message: 'the judge did not end in time' };
  if (reported.length < (results.counts[group.id] ?? 0)) {
    trouble ??= { code: 'judge-failed', message: `the judge broke off: ${run.output}` };
  }
  // Whatever a judge's text holds, Playwright would have said something of it.
  if (!results.started) trouble ??= { code: 'judge-not-started', message: `the judge did not start: ${run.output}` };
  if (checks.length === 0) {
    // A spec that was never loaded says nothing of its checks.
    const code = results.counts[group.id] === undefined ? 'judge-failed' : 'no-checks';
    trouble ??= { code, message: `the judge reported no check: ${run.output}` };
  }
  // Playwright counts neither the start of the app nor that of the browser: fixtures with a time-out of their own.
  const checksMs = reported.reduce((sum, check) => sum + check.durationMs, 0);
  return {
    checks,
    ...(trouble === undefined ? {} : { trouble }),
    durationMs: monotonicMs() - run.startedAt,
    checksMs,
  };
}
