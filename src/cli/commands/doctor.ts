import { type Command, Option } from 'commander';
import { cliAgentNames, installAgent } from '../../agent/index.ts';
import { errorText, InfraError, UserError } from '../../errors.ts';
import { renderTable } from '../../report/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import type { DoctorCheck } from '../doctor-checks.ts';
import { collectList } from '../numbers.ts';

export function register(program: Command, context: CliContext): void {
  program
    .command('doctor')
    .description('say what is there, what is missing, and what to type')
    .option('--fix', 'install what is missing of Chromium, bubblewrap, and the agents named')
    .addOption(
      new Option('--agent <agents>', `programs of coding agents, too: ${cliAgentNames().join(', ')}`)
        .argParser(collectList(cliAgentNames()))
        .default([], 'none'),
    )
    .action(async (flags: { fix?: boolean; agent: string[]; json?: boolean }) => {
      if (flags.fix) await fix(flags.agent, context);
      // Loaded here: Playwright behind it takes half a second that other commands need not wait for.
      const { agentCheck, doctorChecks } = await import('../doctor-checks.ts');
      const checks = [...(await doctorChecks()), ...(await Promise.all(flags.agent.map(agentCheck)))];
      const ready = checks.every(({ required, status }) => !required || status !== 'missing');
      context.exitCode = ready ? 0 : 1;
      printAnswer(context, { json: flags.json, value: { ok: ready, checks }, text: () => render(checks, ready) });
    });
}

/** Tries all: that one cannot be installed is no reason to leave the others out. */
async function fix(agents: readonly string[], context: CliContext): Promise<void> {
  const { ensureTools } = await import('../ensure-tools.ts');
  const signal = context.interruptSignal();
  const tools = (['chromium', 'bubblewrap'] as const).map(
    (tool) => () => ensureTools(context, { chromium: false, bubblewrap: false, [tool]: true, ask: false, signal }),
  );
  const programs = agents.map(
    (name) => () => installAgent(name, (what) => context.stderr.write(`bugsweep: ${what}\n`), signal),
  );
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
