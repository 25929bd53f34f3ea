import { type Command, Option } from 'commander';
import { cliAgentNames, installAgent, installTool } from '../../agent/index.ts';
import { installableTools } from '../../browser/index.ts';
import { errorText, InfraError, UserError } from '../../errors.ts';
import { renderTable } from '../../report/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import type { DoctorCheck } from '../doctor-checks.ts';
import { collectList } from '../numbers.ts';

const installable = installableTools();

export function register(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description('say what is there, what is missing, and what to type')
    .option('--fix', 'install what is missing of Chromium, bubblewrap, and the agents and tools named')
    .addOption(
      new Option('--agent <agents>', `programs of coding agents, too: ${cliAgentNames().join(', ')}`)
        .argParser(collectList(cliAgentNames()))
        .default([], 'none'),
    )
    .addOption(
      new Option('--tool <tools>', `browser tools, too: ${installable.join(', ')}`)
        .argParser(collectList(installable))
        .default([], 'none'),
    )
    .action(async (flags: { fix?: boolean; agent: string[]; tool: string[]; json?: boolean }) => {
      if (flags.fix) await fix(flags, context);
      // Loaded here: Playwright behind it takes half a second that other commands need not wait for.
      const { agentCheck, doctorChecks, toolCheck } = await import('../doctor-checks.ts');
      const checks = [
        ...(await doctorChecks()),
        ...(await Promise.all([...flags.agent.map(agentCheck), ...flags.tool.map(toolCheck)])),
      ];
      const ready = checks.every(({ required, status }) => !required || status !== 'missing');
      context.exitCode = ready ? 0 : 1;
      printAnswer(context, { json: flags.json, value: { ok: ready, checks }, text: () => render(checks, ready) });
    });
}

/** Tries all: that one cannot be installed is no reason to leave the others out. */
async function fix(
  { agent: agents, tool: browserTools }: { agent: readonly string[]; tool: readonly string[] },
  context: CliContext,
): Promise<void> {
  const { ensureTools } = await import('../ensure-tools.ts');
  const signal = context.interruptSignal();
  const tools = (['chromium', 'bubblewrap'] as const).map(
    (tool) => () => ensureTools(context, { chromium: false, bubblewrap: false, [tool]: true, ask: false, signal }),
  );
  const say = (what: string) => context.stderr.write(`bugsweep: ${what}\n`);
  const programs = [
    ...agents.map((name) => () => installAgent(name, say, signal)),
    ...browserTools.map((name) => () => installTool(name, say, signal)),
  ];
  for (const install of [...tools, ...programs]) {
    try {
      await install();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError || error instanceof InfraError)) throw error;
      const log = error instanceof InfraError && error.logPath !== undefined ? `; full log: ${error.logPath}` : '';
      context.stderr.write(`bugsweep: ${errorText(error)}${log}\n`);
    }
  }
}

function render(checks: readonly DoctorCheck[], ready: boolean): string {
  const table = renderTable(
    [{ head: 'what' }, { head: 'state' }, { head: 'detail' }],
    checks.map(({ name, status, detail }) => [name, status, detail]),
  );
  const fixes = checks.flatMap(({ name, fix }) => (fix === null ? [] : [`${name}: ${fix}`]));
  const end = ready ? 'a run is possible' : 'a run is not possible yet';
  return [table, ...(fixes.length > 0 ? [fixes.join('\n')] : []), end].join('\n\n');
}
