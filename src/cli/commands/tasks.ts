import type { Command } from 'commander';
import { levelsOf } from '../../agent/index.ts';
import { renderTable } from '../../report/index.ts';
import type { Task } from '../../suite/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { addTaskFlags, loadTasks, type TaskFlags } from '../load-tasks.ts';

export function register(program: Command, context: CliContext): void {
  addTaskFlags(program.command('tasks').description('list tasks')).action((flags: TaskFlags & { json?: boolean }) => {
    const { tasks } = loadTasks(flags, context);
    printAnswer(context, {
      json: flags.json,
      value: { tasks: tasks.map(describeTask) },
      text: () => (tasks.length === 0 ? 'no task matches' : tableOf(tasks)),
    });
  });
}

/** A task in the words of its task.toml. */
export function describeTask(task: Task) {
  const { title, summary, group, kind, category, actions, runs, rounds, area } = task.config;
  const levels = levelsOf(task);
  return {
    ...{ id: task.id, suite: task.suite, title, summary, group, kind, category, actions, runs, rounds },
    ...{ area: area ?? null, levels },
  };
}

function tableOf(tasks: readonly Task[]): string {
  const suites = new Set(tasks.map(({ suite }) => suite)).size > 1;
  const heads = ['task', 'kind', 'group', 'category', 'runs', 'rounds', 'levels', 'actions', 'title'];
  return renderTable(
    heads.map((head) => ({ head, right: head === 'runs' || head === 'rounds' })),
    tasks.map((task) => {
      const { kind, group, category, runs, rounds, levels, actions, title } = describeTask(task);
      const name = suites ? task.name : task.id;
      return [
        ...[name, kind, group, category, String(runs), String(rounds)],
        ...[levels.join(' '), actions.join(' '), title],
      ];
    }),
  );
}
