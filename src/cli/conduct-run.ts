import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Agent, createAgent } from '../agent/index.ts';
import { UserError } from '../errors.ts';
import { broadcast, chooseReporter, type ReporterName } from '../report/index.ts';
import { choiceOf, createKeyMaker, executeRun, type RunFolder, type RunListener, wordsFor } from '../run/index.ts';
import { type PlannedTrial, type RunAnswer, SCHEMA_VERSION, type TrialRecord } from '../schema/index.ts';
import { summarise, toRow } from '../stats/index.ts';
import { loadSuites, type Task } from '../suite/index.ts';
import { refuseAgentFiles } from './agent-files.ts';
import { type CliContext, inCi, wantsColours } from './context.ts';
import { openWorkshop } from './open-workshop.ts';
import { judgeVersion } from './versions.ts';

/** Plays a run to its end, tells about it, and sets the exit code. Releases the folder. */
export async function conductRun(
  folder: RunFolder,
  context: CliContext,
  options: { json: boolean; reporter?: ReporterName; judgeOnly?: 'missing' | 'again' },
): Promise<void> {
  const { config } = folder;
  const signal = context.interruptSignal();
  const streams = { out: context.stdout, err: context.stderr, colours: wantsColours(context, context.stderr) };
  const report = broadcast([
    chooseReporter(streams, { name: options.reporter, json: options.json, ci: inCi(context) }),
  ]);
  const shownDir = relative(context.cwd, folder.dir) || folder.dir;
  try {
    const tasks = loadTasksOf(config.trials, context.cwd);
    const runsDir = dirname(folder.dir);
    for (const { files } of config.agents) {
      if (files !== null) refuseAgentFiles(files, config.agents, { ...config, tasks: [...tasks.values()], runsDir });
    }
    const agents = new Map<string, Agent>();
    const { workshop, close } = await openWorkshop(context, { unsafeNoSandbox: config.sandbox === 'none' });
    try {
      const keys = createKeyMaker({
        sandbox: config.sandbox,
        judgeVersion: await judgeVersion(),
      });
      const listener: RunListener = {
        onPlan: (pending, resumed) =>
          report.onPlan({ run: config.run, dir: shownDir, trials: pending.map(({ id }) => id), resumed }),
        onTrialStart: ({ id }) => report.onTrialStart(id),
        onTrialPhase: ({ id }, phase) => report.onTrialPhase(id, phase),
        onTrialEnd: ({ dir }, record) => report.onTrialEnd({ record, evidence: join(shownDir, dir) }),
      };
      const agentOf = (trial: PlannedTrial): Agent => {
        const choice = choiceOf(trial, config);
        if (choice === undefined) throw new UserError('bad-run', `${trial.id.agent} is not among the run's agents`);
        const agent = agents.get(choice.slug) ?? createAgent(choice, config.cwd);
        agents.set(choice.slug, agent);
        return agent;
      };
      const { judgeOnly } = options;
      const result = await executeRun({ folder, workshop, keys, tasks, agentOf, signal, listener, judgeOnly });
      const answer = answerOf(config.run, result.records, { planned: result.planned, durationMs: result.durationMs });
      await report.onRunEnd(answer);
      context.exitCode = exitCodeOf(answer);
      if (result.withoutPatch > 0) {
        const count = result.withoutPatch === 1 ? 'one trial has' : `${result.withoutPatch} trials have`;
        const toPlay = `bugsweep run --resume ${wordsFor(folder.dir, context.cwd)}`;
        context.stderr.write(`${count} no patch to judge; to let the agent work, type: ${toPlay}\n`);
      }
      if (result.stopped !== undefined) throw result.stopped;
      const failed = report.failure();
      if (failed !== undefined) throw failed;
    } finally {
      await close();
    }
    if (signal.aborted) {
      const again = options.judgeOnly === 'again' ? ' --again' : '';
      const command = options.judgeOnly === undefined ? 'run --resume' : 'judge';
      context.stderr.write(
        `interrupted; go on with: bugsweep ${command} ${wordsFor(folder.dir, context.cwd)}${again}\n`,
      );
    }
  } finally {
    folder.release();
  }
}

/** 3 if any trial was not measured, or was never reached. */
function exitCodeOf({ summary }: RunAnswer): number {
  const unmeasured = summary.infraErrors + summary.taskErrors + summary.cancelled;
  return unmeasured > 0 || summary.finished < summary.planned ? 3 : 0;
}

export function answerOf(
  run: string,
  records: readonly TrialRecord[],
  totals: { planned: number; durationMs?: number },
): RunAnswer {
  return { schemaVersion: SCHEMA_VERSION, run, trials: records.map(toRow), summary: summarise(records, totals) };
}

/** The run's tasks as they are now, by folder. @throws UserError `bad-suite`, `lost-task` */
function loadTasksOf(trials: readonly PlannedTrial[], cwd: string): Map<string, Task> {
  const dirs = new Set(trials.map(({ taskDir }) => taskDir));
  const loaded = new Map<string, Task>();
  for (const dir of dirs) {
    if (!existsSync(dir))
      throw new UserError('lost-task', `the run's task ${dir} is gone`, 'put the suite back where it was');
    const [task] = loadSuites(dir, cwd).tasks;
    if (task !== undefined) loaded.set(dir, task);
  }
  return loaded;
}
