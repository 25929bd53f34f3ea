import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isUnverified } from '../agent/index.ts';
import { UserError } from '../errors.ts';
import { broadcast, chooseReporter, type ReporterName } from '../report/index.ts';
import { executeRun, type RunFolder, type RunListener, wordsFor } from '../run/index.ts';
import {
  type AgentChoice,
  type RunAnswer,
  SCHEMA_VERSION,
  type ToolServer,
  type TrialRecord,
} from '../schema/index.ts';
import { type RunTotals, summarise, toRow } from '../stats/index.ts';
import { testsThatJudge } from '../suite/index.ts';
import { modelDesk } from '../trial/index.ts';
import { refuseAgentFiles, refuseShown, type Secrets } from './agent-files.ts';
import { type CliContext, inCi, wantsColours } from './context.ts';
import { openWorkshop } from './open-workshop.ts';
import { runParts } from './run-parts.ts';
import { verifierOf } from './verifier-choice.ts';

/** Plays a run to its end, tells about it, and sets the exit code. Releases the folder. */
export async function conductRun(
  folder: RunFolder,
  context: CliContext,
  options: { json: boolean; reporter?: ReporterName; judgeOnly?: 'missing' | 'again'; jobs?: number },
): Promise<void> {
  const { config } = folder;
  const models = modelDesk(config.spending);
  const interrupt = context.interruptSignal();
  // A run that may spend nothing more stops as if it had been interrupted: nothing of it counts against an agent.
  const signal = AbortSignal.any([interrupt, models.exhausted]);
  const streams = { out: context.stdout, err: context.stderr, colours: wantsColours(context, context.stderr) };
  const report = broadcast([
    chooseReporter(streams, { name: options.reporter, json: options.json, ci: inCi(context) }),
  ]);
  const shownDir = relative(context.cwd, folder.dir) || folder.dir;
  try {
    const parts = await runParts(config, context.cwd);
    const secrets = { ...config, tasks: [...parts.tasks.values()], runsDir: dirname(folder.dir) };
    for (const { files } of config.agents) if (files !== null) refuseAgentFiles(files, config.agents, secrets);
    if (options.judgeOnly === undefined) warnOfUnverified(config.agents, context);
    const { servers } = config;
    for (const server of servers) requireFolder(server, secrets);
    // Where no task is judged by behavior tests, no verifier is needed.
    const isAgentic = [...parts.tasks.values()].some((task) => testsThatJudge(task) !== undefined);
    const verifier = isAgentic ? verifierOf(config.verifier, models) : undefined;
    const { workshop, close } = await openWorkshop(context, { sandbox: config.sandbox, models, servers, verifier });
    try {
      const listener: RunListener = {
        onPlan: (pending, resumed) =>
          report.onPlan({ run: config.run, dir: shownDir, trials: pending.map(({ id }) => id), resumed }),
        onTrialStart: ({ id }) => report.onTrialStart(id),
        onTrialPhase: ({ id }, phase) => report.onTrialPhase(id, phase),
        onTrialEnd: ({ dir }, record) => report.onTrialEnd({ record, evidence: join(shownDir, dir) }),
      };
      const { judgeOnly, jobs } = options;
      const result = await executeRun({ folder, workshop, ...parts, signal, listener, judgeOnly, jobs });
      const planned = config.trials.map(({ id }) => id);
      const answer = answerOf(config.run, result.records, { planned, durationMs: result.durationMs });
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
      const what = interrupt.aborted ? 'interrupted' : `stopped: ${models.exhausted.reason}`;
      context.stderr.write(`${what}; go on with: bugsweep ${command} ${wordsFor(folder.dir, context.cwd)}${again}\n`);
    }
  } finally {
    folder.release();
  }
}

function warnOfUnverified(agents: readonly AgentChoice[], { stderr }: CliContext): void {
  const names = [...new Set(agents.map(({ name }) => name))].filter(isUnverified);
  if (names.length === 0) return;
  stderr.write(
    `bugsweep: unverified: ${names.join(', ')}; called as the documentation says, never tried with the real program\n`,
  );
}

/** @throws UserError `lost-folder`, `bad-agent-files` */
function requireFolder({ name, folder }: ToolServer, secrets: Secrets): void {
  if (folder === null) return;
  if (!existsSync(folder)) {
    throw new UserError(
      'lost-folder',
      `the folder ${folder} of the server ${name} is gone`,
      'put it back where it was',
    );
  }
  refuseShown(folder, '--mcp: the folder', secrets);
}

/** 3 if any trial was not measured, or was never reached. */
function exitCodeOf({ summary }: RunAnswer): number {
  const unmeasured = summary.infraErrors + summary.taskErrors + summary.cancelled;
  return unmeasured > 0 || summary.finished < summary.planned ? 3 : 0;
}

export function answerOf(run: string, records: readonly TrialRecord[], totals: RunTotals = {}): RunAnswer {
  return { schemaVersion: SCHEMA_VERSION, run, trials: records.map(toRow), summary: summarise(records, totals) };
}
