import { resolve } from 'node:path';
import type { Command } from 'commander';
import { renderRunTable } from '../../report/index.ts';
import { findRun, readPlannedTrial, readRunConfig } from '../../run/index.ts';
import { printAnswer } from '../answer.ts';
import { answerOf } from '../conduct-run.ts';
import type { CliContext } from '../context.ts';

export function register(program: Command, context: CliContext): void {
  program
    .command('report')
    .description('print what came out of a run')
    .argument('<run>', 'name or folder of a run')
    .option('--runs <dir>', 'folder of all runs', 'runs')
    .action(async (name: string, flags: { runs: string; json?: boolean }) => {
      const dir = findRun(name, context.cwd, resolve(context.cwd, flags.runs));
      const config = await readRunConfig(dir);
      const records = config.trials
        .map((trial) => readPlannedTrial(dir, trial))
        .filter((record) => record !== undefined);
      const answer = answerOf(config.run, records, { planned: config.trials.map(({ id }) => id) });
      printAnswer(context, { json: flags.json, value: answer, text: () => renderRunTable(answer) });
    });
}
