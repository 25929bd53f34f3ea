import { type Command, Option } from 'commander';
import { defaultLevel, placeOf, promptsFor } from '../../agent/index.ts';
import { type Level, levelSchema } from '../../schema/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { addSuiteFlag, loadTaskNamed } from '../load-tasks.ts';

interface Flags {
  suite: string[];
  level?: Level;
  json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('show')
    .description('print what an agent would read, word for word')
    .argument('<task>', 'id, suite/id, or folder of a task')
    .addOption(
      new Option('--level <level>', 'how much it is told (default: the ticket where there is one)').choices(
        levelSchema.options,
      ),
    );
  addSuiteFlag(command).action((name: string, flags: Flags) => {
    const task = loadTaskNamed(name, flags.suite, context);
    const level = flags.level ?? defaultLevel(task);
    const prompts = promptsFor(task, level, placeOf(task));
    const separator = (round: number) => `\n--- round ${round} of ${prompts.length} ---\n\n`;
    printAnswer(context, {
      json: flags.json,
      value: { task: task.id, suite: task.suite, level, prompts },
      text: () => prompts.map((prompt, index) => (index === 0 ? prompt : `${separator(index + 1)}${prompt}`)).join(''),
    });
  });
}
