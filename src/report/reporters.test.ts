import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { broadcast } from './broadcast.ts';
import { chooseReporter } from './choose-reporter.ts';
import { jsonReporter } from './json-reporter.ts';
import { plainReporter } from './plain-reporter.ts';
import { defineReporter, type Reporter } from './reporter.ts';
import { answerOf, fourTrials, planOf } from './run-answer.fixture.ts';
import { ttyReporter } from './tty-reporter.ts';
import { writtenStreams } from './written-streams.fixture.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function play(reporter: Reporter): void {
  const all = broadcast([reporter]);
  all.onPlan(planOf(fourTrials));
  for (const record of fourTrials) {
    all.onTrialStart(record.id);
    all.onTrialPhase(record.id, 'agent', 'round 1');
    all.onTrialEnd({ record, evidence: `runs/demo/trials/${record.id.task}` });
  }
  void all.onRunEnd(answerOf(fourTrials));
}

test('plain: one line a trial, with reason and evidence of anything but a pass', () => {
  const { streams, written } = writtenStreams();
  play(plainReporter(streams));
  expect(written.err).toMatchInlineSnapshot(`
    "run demo: 4 trials; in runs/demo
    [1/4] double-submit  oracle #1        pass           6.0s   $0.00
    [2/4] double-submit  mini small-1 #1  fail          1m42s   $0.31
        target "one task is stored": expected 11, saw 12
        runs/demo/trials/double-submit
    [3/4] lost-scroll    mini small-1 #1  infra-error    6.0s       -
        no space left
        runs/demo/trials/lost-scroll
    [4/4] lost-scroll    oracle #2        fail           6.0s       -
        the list is empty
        runs/demo/trials/lost-scroll
    "
  `);
  expect(written.out).toMatchInlineSnapshot(`
    "run demo: 1 of 3 judged trials passed, 1 infra-error, 4 of 5 finished, in 3m41s

    agent         pass         target          preservation    judged  infra-error   bounds  agent time  set-up   cost
    mini small-1  0 % (0–79)   0 % (0–79)      100 % (21–100)     1/2            1   0–50 %       1m35s    3.5s  $0.31
    oracle        50 % (9–91)  100 % (34–100)  50 % (9–91)        2/3            0  33–67 %        4.0s    1.0s  $0.00

    task           agent         pass  target  preservation  not judged   time   cost
    double-submit  mini small-1   0/1     0/1           1/1           0  1m42s  $0.31
    double-submit  oracle         1/1     1/1           1/1           0   6.0s  $0.00
    lost-scroll    mini small-1   0/0     0/0           0/0           1      -      -
    lost-scroll    oracle         0/1     1/1           0/1           0   6.0s      -
    "
  `);
});

test('plain: a sign of life every half minute says what runs', () => {
  const { streams, written } = writtenStreams();
  const reporter = plainReporter(streams);
  const [first, second] = fourTrials.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('fixture');
  reporter.onPlan?.(planOf(fourTrials));
  vi.advanceTimersByTime(31_000);
  reporter.onTrialStart?.(first);
  vi.advanceTimersByTime(10_000);
  reporter.onTrialStart?.(second);
  reporter.onTrialPhase?.(first, 'agent', 'round 2');
  vi.advanceTimersByTime(20_000);
  expect(written.err.split('\n').slice(1)).toMatchInlineSnapshot(`
    [
      "... 0/4 finished, 2 running: double-submit oracle #1 (agent, round 2, 29s); double-submit mini small-1 #1 (prepare, 19s)",
      "",
    ]
  `);
});

test('tty: finished lines stay above, the area never wraps', () => {
  const { streams, written } = writtenStreams({ columns: 60, rows: 8 });
  const reporter = ttyReporter(streams);
  const [first, second] = fourTrials;
  if (first === undefined || second === undefined) throw new Error('fixture');
  reporter.onPlan?.(planOf(fourTrials));
  for (const { id } of fourTrials) reporter.onTrialStart?.(id);
  for (let n = 0; n < 4; n += 1) reporter.onTrialStart?.({ ...first.id, attempt: 10 + n });
  reporter.onTrialPhase?.(second.id, 'judge', 'a detail that is much too long for this narrow terminal');
  vi.advanceTimersByTime(1000);
  reporter.onTrialEnd?.({ record: first, evidence: 'runs/demo/trials/a' });
  void reporter.onRunEnd?.(answerOf(fourTrials));

  const screen = new Screen(60);
  const beforeEnd = written.err.lastIndexOf('1/4 finished');
  screen.write(written.err.slice(0, beforeEnd + 12));
  expect(screen.text()).toMatchInlineSnapshot(`
    "run demo: 4 trials; in runs/demo
    [1/4] double-submit  oracle #1        pass           6.0s
    $0.00
      double-submit  mini small-1 #1  judge, a detail that is …
      lost-scroll    mini small-1 #1  prepare, 1.0s
      lost-scroll    oracle #2        prepare, 1.0s
      double-submit  oracle #10       prepare, 1.0s
      … and 3 more
    1/4 finished"
  `);
  screen.write(written.err.slice(beforeEnd + 12));
  expect(screen.text()).toMatchInlineSnapshot(`
    "run demo: 4 trials; in runs/demo
    [1/4] double-submit  oracle #1        pass           6.0s
    $0.00






    "
  `);
  expect(written.out).toContain('agent');
});

test('json: nothing but the answer', () => {
  const { streams, written } = writtenStreams();
  play(jsonReporter(streams));
  expect(written.err).toBe('');
  expect(JSON.parse(written.out)).toEqual(answerOf(fourTrials));
});

test('a reporter that throws is called no more, and named at the end; others go on', async () => {
  const { streams, written } = writtenStreams();
  let calls = 0;
  const broken = defineReporter({
    name: 'broken',
    onTrialStart() {
      calls += 1;
      throw new Error('no such column');
    },
  });
  const late = defineReporter({ name: 'late', onRunEnd: () => Promise.reject(new Error('disk full')) });
  const all = broadcast([broken, late, jsonReporter(streams)]);
  for (const { id } of fourTrials) all.onTrialStart(id);
  await all.onRunEnd(answerOf(fourTrials));
  expect(calls).toBe(1);
  expect(written.out).not.toBe('');
  expect(all.failure()?.message).toBe(
    'a reporter failed: broken in onTrialStart: no such column; late in onRunEnd: disk full',
  );
  expect(broadcast([jsonReporter(streams)]).failure()).toBeUndefined();
});

test('the reporter fits where it writes', () => {
  const pipe = writtenStreams().streams;
  const terminal = writtenStreams({ columns: 80, rows: 24 }).streams;
  const name = (...[streams, choice]: Parameters<typeof chooseReporter>) => chooseReporter(streams, choice).name;
  expect(name(terminal, { json: false, ci: false })).toBe('tty');
  expect(name(terminal, { json: false, ci: true })).toBe('plain');
  expect(name(terminal, { json: true, ci: false, name: 'tty' })).toBe('json');
  expect(name(pipe, { json: false, ci: false })).toBe('plain');
  expect(name(pipe, { json: false, ci: false, name: 'tty' })).toBe('plain');
});

/** A terminal of a given width that knows what log-update sends: newline, erase line, cursor up, cursor to column 1. */
class Screen {
  private readonly lines = [''];
  private row = 0;
  private column = 0;
  constructor(private readonly width: number) {}

  write(text: string): void {
    // biome-ignore lint/complexity/useRegexLiterals: the escape character is easier to see this way
    const token = new RegExp('\\u001b\\[(\\??\\d*)([A-Za-z])|\\n|[^\\u001b\\n]', 'gu');
    for (const [whole, count = '', command] of text.matchAll(token)) {
      if (command !== undefined) this.obey(command, count);
      else if (whole === '\n') this.moveTo(this.row + 1, 0);
      else this.put(whole);
    }
  }

  text(): string {
    return this.lines.map((line) => line.trimEnd()).join('\n');
  }

  private obey(command: string, count: string): void {
    if (command === 'A') this.moveTo(Math.max(0, this.row - Number(count || 1)), this.column);
    else if (command === 'G') this.column = 0;
    else if (command === 'K') this.lines[this.row] = '';
    else throw new Error(`unexpected escape ${count}${command}`);
  }

  private put(character: string): void {
    if (this.column >= this.width) this.moveTo(this.row + 1, 0);
    const line = (this.lines[this.row] ?? '').padEnd(this.column);
    this.lines[this.row] = line.slice(0, this.column) + character + line.slice(this.column + 1);
    this.column += 1;
  }

  private moveTo(row: number, column: number): void {
    while (this.lines.length <= row) this.lines.push('');
    this.row = row;
    this.column = column;
  }
}
