import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bugsweep, processesWith, temporaryFolder } from './bugsweep.ts';
import { installed, KEY, missing, rehearse, some } from './rehearse.ts';
import { writeTinyApps } from './tiny-app.ts';

// Shown among what was skipped: the rest is played with what there is.
it.skipIf(missing.length > 0)(`all coding agents are installed (missing: ${missing.join(', ') || 'none'})`, () => {
  expect(installed).toContain('mini');
});

describe('real coding agents', () => {
  it('rehearse a task of two rounds in one conversation, and what they took is counted', async () => {
    const { records, calls, trajectories, stderr, files, cwd } = await rehearse('rehearsal', {
      ...{ agents: installed, rounds: 2 },
    });
    expect(records.map(({ id }) => id.agent).sort(), stderr).toEqual([...installed].sort());
    for (const record of records) {
      expect(record, record.reason).toMatchObject({ outcome: 'judged', passed: true, agentEnd: 'finished' });
      expect(record.rounds.map(({ agentEnd }) => agentEnd)).toEqual(['finished', 'finished']);
      expect(record.browser, record.id.agent).toMatchObject({ unrecorded: [] });
      expect(record.browser?.launches, record.id.agent).toBeGreaterThanOrEqual(2);
      expect(record.browser?.tags, record.id.agent).toContain('read');
      expect(record.browser?.covered.lines, record.id.agent).toBeGreaterThan(0);
      for (const { usage } of record.rounds) expect(usage?.inputTokens).toBeGreaterThan(0);
      // The page was opened in the first round and in the second.
      const log = files.find((path) => path.includes(`/${record.id.agent}`) && path.endsWith('agent.log')) ?? '';
      expect(readFileSync(log, 'utf8').match(/Counter Counter/g)?.length).toBeGreaterThanOrEqual(2);
    }
    for (const trial of calls) {
      const counted = trial.reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0), 0);
      expect(
        records.map(({ rounds }) => rounds.reduce((sum, { usage }) => sum + (usage?.inputTokens ?? 0), 0)),
      ).toContain(counted);
      expect(trial.filter(({ refusal }) => refusal !== null)).toEqual([]);
    }
    expect(trajectories.map(({ agent }) => agent.name).sort()).toEqual([...installed].sort());
    for (const { steps, agent } of trajectories) {
      expect(steps.filter(({ source }) => source === 'user').map(({ extra }) => extra.round)).toEqual([1, 2]);
      const classes = steps.flatMap(({ extra }) => extra.class ?? []);
      expect(new Set(classes), agent.name).toEqual(new Set(['read', 'browser', 'edit']));
      expect(JSON.stringify(steps)).toContain('Counter Counter');
      expect(steps.at(-1)?.message).toContain('Rehearsed');
    }
    for (const path of files) expect(readFileSync(path).includes(KEY), path).toBe(false);
    expect(processesWith(cwd)).toEqual([]);
  });

  it.each([
    ['rehearsal:429', some('codex', 'claude-code')],
    ['rehearsal:cut', some('claude-code', 'mini')],
  ])('%s: they try again, and get through', async (model, agents) => {
    const { records, calls, stderr } = await rehearse(model, { agents });
    expect(records, stderr).toHaveLength(agents.length);
    for (const record of records) expect(record, record.reason).toMatchObject({ passed: true, agentEnd: 'finished' });
    for (const trial of calls) expect(trial.some(({ status, cut }) => status >= 400 || cut)).toBe(true);
  });

  it('rehearsal:401x999: a model that never answers measures nothing', async () => {
    const { records, stderr, exitCode, files } = await rehearse('rehearsal:401x999', { agents: installed });
    expect(records, stderr).toHaveLength(installed.length);
    expect(exitCode).toBe(3);
    for (const record of records) {
      expect(record, record.reason).toMatchObject({ outcome: 'infra-error', passed: false });
      expect(record.reason).toContain('status 401');
      expect(record.reason).toMatch(/has not answered any of \d+ calls/);
    }
    // What the programs said of it is kept.
    for (const log of files.filter((path) => path.endsWith('agent.log'))) {
      expect(readFileSync(log, 'utf8')).toMatch(/401|rehearsed/);
    }
  });

  it.each(['openai-compatible', 'anthropic', 'google'])('mini asks %s, too', async (provider) => {
    const { records, calls, stderr } = await rehearse(`${provider}/rehearsal`, { agents: ['mini'] });
    expect(records, stderr).toMatchObject([{ outcome: 'judged', passed: true, agentEnd: 'finished' }]);
    const paths: Record<string, RegExp> = {
      ...{ 'openai-compatible': /^\/v1\/chat\/completions$/, anthropic: /^\/v1\/messages$/ },
      google: /^\/v1beta\/models\/rehearsal:streamGenerateContent$/,
    };
    for (const { path, refusal } of calls.flat()) {
      expect(refusal).toBe(null);
      expect(path).toMatch(paths[provider] ?? '');
    }
  });

  it('rehearsal:silentx999: the deadline is the harness’s own, and a model that is silent measures nothing', async () => {
    const agents = some('codex', 'mini');
    const { records, stderr, cwd } = await rehearse('rehearsal:silentx999', {
      agents,
      more: ['--agent-timeout', '20'],
    });
    expect(records, stderr).toHaveLength(agents.length);
    for (const { outcome, reason } of records)
      expect([outcome, reason]).toEqual(['infra-error', expect.stringContaining('no answer at all')]);
    expect(processesWith(cwd)).toEqual([]);
  });

  it('who was told of its time and goes on is asked once more to stop, in the same conversation', async () => {
    const agents = some('claude-code', 'mini');
    const { records, stderr, trajectories, cwd } = await rehearse('rehearsal:endless', {
      ...{ agents, more: ['--vary', 'budget=12s'] },
    });
    expect(records, stderr).toHaveLength(agents.length);
    for (const record of records) {
      expect(record.rounds.map(({ agentEnd, detail }) => [agentEnd, detail])).toEqual([
        ['timeout', expect.stringMatching(/^not finished after 1[23]\d{3} ms$/)],
        ['finished', ''],
      ]);
      expect(record).toMatchObject({ outcome: 'judged', agentEnd: 'finished', id: { variant: { budgetMs: 12_000 } } });
    }
    for (const { steps } of trajectories) {
      expect(steps[0]?.message).toContain('You have 12 seconds from now');
      expect(steps.at(-2)?.message).toContain('Your time is over');
      expect(steps.at(-1)?.message).toBe('Rehearsed: I have stopped.');
    }
    expect(processesWith(cwd)).toEqual([]);
  });

  it('a cap of a trial ends its agent, whose patch is judged', async () => {
    const agents = some('codex', 'mini');
    const { records, stderr, exitCode, calls } = await rehearse('rehearsal:endless', {
      ...{ agents, more: ['--max-tokens', '20000'] },
    });
    expect(records, stderr).toHaveLength(agents.length);
    expect(exitCode).toBe(0);
    for (const record of records) {
      expect(record, record.reason).toMatchObject({ outcome: 'judged', passed: false, agentEnd: 'spend-cap' });
      expect(record.rounds[0]?.detail).toMatch(/this trial has used \d+ of 20000 tokens/);
    }
    for (const trial of calls) {
      const used = trial.map(({ usage }) => (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0));
      const before = used.slice(0, -1).filter((tokens) => tokens > 0);
      expect(used.reduce((sum, tokens) => sum + tokens, 0)).toBeGreaterThanOrEqual(20_000);
      expect(before.slice(0, -1).reduce((sum, tokens) => sum + tokens, 0)).toBeLessThan(20_000);
    }
  });

  it('a cap of the run stops it, and nothing counts against an agent', async () => {
    const more = ['--max-run-tokens', '20000', '--jobs', '1'];
    const { records, stderr, exitCode } = await rehearse('rehearsal:endless', { more });
    expect(exitCode).toBe(3);
    expect(records).toMatchObject([
      { outcome: 'cancelled', passed: false, reason: expect.stringContaining('the run has used') },
    ]);
    expect(stderr).toMatch(/stopped: the run has used \d+ of 20000 tokens; go on with: bugsweep run --resume r/);
  });
});

it('a model without a key is told before anything is made', async () => {
  const cwd = temporaryFolder();
  const suite = writeTinyApps(cwd, [{ id: 'counter' }]);
  const words = ['run', '--suite', suite, '--agent', 'mini'];
  const none = { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' };
  for (const [more, message] of [
    [[], 'needs a model'],
    [['--model', 'gpt-5'], 'does not say who runs the model'],
    [['--model', 'openai/gpt-5'], 'is not set'],
    [['--model', 'rehearsal:nothing'], 'there is no rehearsal'],
    [['--model', 'rehearsal', '--max-cost', 'much'], 'a number of dollars'],
    [['--model', 'rehearsal', '--max-cost', '1', '--prices', 'none.json'], 'the prices in none.json cannot be read'],
  ] as const) {
    const ended = await bugsweep([...words, ...more], { cwd, env: none });
    expect(ended.exitCode, ended.stderr).toBe(2);
    expect(ended.stderr).toContain(message);
  }
  expect(readdirSync(cwd)).toEqual(['pages']);
});
