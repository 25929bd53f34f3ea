/**
 * Planning and the resume scan of a run of 10,000 finished trials: time and memory of a whole `run --resume` that finds
 * nothing to do, and of one of a single trial beside it (start-up, probe of the sandbox).
 * Usage: npx tsx bench/resume-scan.ts [trials]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgent } from '../src/agent/index.ts';
import { judgeVersion } from '../src/cli/versions.ts';
import { packageRoot } from '../src/host/index.ts';
import { createKeyMaker } from '../src/run/index.ts';
import { loadSuites } from '../src/suite/index.ts';
import { writeTinySuite } from '../tests/e2e/tiny-suite.ts';

const count = Number(process.argv[2] ?? 10_000);
const cwd = mkdtempSync(join(tmpdir(), 'bugsweep-bench-'));

function resume(): { seconds: number; megabytes: number } {
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  // The kernel's own word for the peak: VmHWM of the process at its end.
  const script = `process.on('exit',()=>{const m=/VmHWM:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status','utf8'));process.stderr.write('PEAK '+m[1]+'\\n')})`;
  const hook = join(cwd, 'peak.cjs');
  writeFileSync(hook, script);
  const startedAt = performance.now();
  const words = ['--require', hook, program, 'run', '--resume', 'r', '--json'];
  const ended = spawnSync(process.execPath, words, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  const seconds = (performance.now() - startedAt) / 1000;
  const { summary } = JSON.parse(ended.stdout);
  if (summary.finished !== summary.planned)
    throw new Error(`only ${summary.finished} of ${summary.planned} were finished`);
  return { seconds, megabytes: Number(/PEAK (\d+)/.exec(ended.stderr)?.[1] ?? 0) / 1024 };
}

try {
  const suite = writeTinySuite(cwd, [{ id: 'one' }]);
  const [task] = loadSuites(suite, cwd).tasks;
  if (task === undefined) throw new Error('no task');
  const program = join(packageRoot, 'bin/bugsweep.mjs');
  spawnSync(process.execPath, [program, 'run', '--suite', suite, '--agent', 'nop', '--name', 'r'], { cwd });
  const one = resume();

  const runPath = join(cwd, 'runs/r/run.json');
  const run = JSON.parse(readFileSync(runPath, 'utf8'));
  const [first] = run.trials;
  const record = JSON.parse(readFileSync(join(cwd, 'runs/r', first.dir, 'trial.json'), 'utf8'));
  const keys = createKeyMaker({ sandbox: 'bwrap', judgeVersion: await judgeVersion() });
  const agent = createAgent({ name: 'nop', argument: null }, cwd);
  run.trials = [];
  for (let attempt = 1; attempt <= count; attempt += 1) {
    const id = { ...first.id, attempt };
    const dir = join(first.dir, '..', String(attempt));
    const prediction = await keys.prediction(task, agent, id, task.config.limits.agentTimeoutMs);
    mkdirSync(join(cwd, 'runs/r', dir), { recursive: true });
    const trial = { ...record, id, keys: { ...record.keys, prediction } };
    writeFileSync(join(cwd, 'runs/r', dir, 'trial.json'), JSON.stringify(trial, null, 2));
    run.trials.push({ ...first, id, dir });
  }
  writeFileSync(runPath, JSON.stringify(run));
  const all = resume();
  console.log(`resume of 1 finished trial:  ${one.seconds.toFixed(2)} s, ${one.megabytes.toFixed(0)} MB`);
  console.log(`resume of ${count} finished trials: ${all.seconds.toFixed(2)} s, ${all.megabytes.toFixed(0)} MB`);
  console.log(`planning and scan alone: ${(all.seconds - one.seconds).toFixed(2)} s`);
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
