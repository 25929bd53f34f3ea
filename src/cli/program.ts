import { Command, type CommanderError } from 'commander';
import { UserError } from '../errors.ts';
import type { CliContext } from './context.ts';

/** Adds one command to the program. */
export type Register = (program: Command, context: CliContext) => void;

/** The whole command line. Every command gets `--json`. */
export function createProgram(context: CliContext, version: string, registers: readonly Register[]): Command {
  const program = new Command('bugsweep')
    .description('Measures coding agents at finding and fixing bugs, with verdicts that can be trusted.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // Errors are printed in one place, for --json too; only help asked for by a missing command passes here.
      writeErr: (text) => context.stderr.write(text),
      outputError: () => undefined,
    });
  for (const register of registers) register(program, context);
  for (const command of leaves(program)) command.option('--json', 'print the answer as JSON on standard output');
  return program;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

/** Commander's way of ending as ours: undefined for help and version, an error for wrong words. */
export function translateCommanderError(error: CommanderError): UserError | undefined {
  if (error.exitCode === 0) return undefined;
  if (error.code === 'commander.help') {
    return new UserError('no-command', 'a command is missing', 'the commands are listed above');
  }
  const [message = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(rest.join(' '))?.[1];
  const hint =
    suggestion === undefined ? '`bugsweep <command> --help` lists what there is' : `did you mean ${suggestion}?`;
  return new UserError(error.code.replace('commander.', 'command-line-'), message, hint);
}
