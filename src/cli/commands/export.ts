import type { Command } from 'commander';
import { levelsOf, placeOf, promptsFor } from '../../agent/index.ts';
import { plainVariant } from '../../schema/index.ts';
import type { Task } from '../../suite/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { addTaskFlags, loadSomeTasks, type TaskFlags } from '../load-tasks.ts';
import { describeTask } from './tasks.ts';

export function register(program: Command, context: CliContext): void {
  const parent = program.command('export').description('write tasks in another form');
  const jsonl = parent.command('jsonl').description('one JSON object a line for each task, prompts included');
  addTaskFlags(jsonl).action((flags: TaskFlags & { json?: boolean }) => {
    const rows = loadSomeTasks(flags, context).tasks.map(rowOf);
    printAnswer(context, {
      json: flags.json,
      value: { tasks: rows },
      text: () => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    });
  });
}

function rowOf(task: Task) {
  const place = placeOf(task);
  const prompts = Object.fromEntries(
    levelsOf(task).map((level) => [level, promptsFor(task, plainVariant(level), place)]),
  );
  return { ...describeTask(task), prompts };
}
