import { type Command, Option } from 'commander';
import { defaultLevel, placeOf, promptsFor } from '../../agent/index.ts';
import { browserToolNames } from '../../browser/index.ts';
import { type BrowserWish, browserWishSchema, DEFAULT_TOOL, type Level, levelSchema } from '../../schema/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { addSuiteFlag, loadTaskNamed } from '../load-tasks.ts';
import { timeSpan } from '../vary.ts';

interface Flags {
  suite: string[];
  level?: Level;
  browser: BrowserWish;
  budget?: number;
  tool: string;
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
    )
    .addOption(
      new Option('--browser <wish>', 'whether the prompt speaks of it')
        .choices(browserWishSchema.options)
        .default('on'),
    )
    .addOption(
      new Option('--tool <tool>', 'what the browser is used with').choices(browserToolNames()).default(DEFAULT_TOOL),
    )
    .addOption(new Option('--budget <time>', 'time that the prompt gives: 20m').argParser(timeSpan));
  addSuiteFlag(command).action((name: string, flags: Flags) => {
    const task = loadTaskNamed(name, flags.suite, context);
    const level = flags.level ?? defaultLevel(task);
    const prompts = promptsFor(
      task,
      { level, browser: flags.browser, budgetMs: flags.budget ?? null, tool: flags.tool },
      placeOf(task),
    );
    const separator = (round: number) => `\n--- round ${round} of ${prompts.length} ---\n\n`;
    printAnswer(context, {
      json: flags.json,
      value: { task: task.id, suite: task.suite, level, prompts },
      text: () => prompts.map((prompt, index) => (index === 0 ? prompt : `${separator(index + 1)}${prompt}`)).join(''),
    });
  });
}
