import { basename, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { agentList, createAgent, takesModel } from '../../agent/index.ts';
import { UserError } from '../../errors.ts';
import { isoNow } from '../../host/index.ts';
import { createRunFolder, findRun, planRun, readAgentChoice } from '../../run/index.ts';
import {
  type AgentChoice,
  type BrowserWish,
  DEFAULT_TOOL,
  type Level,
  levelSchema,
  type RunConfig,
  SCHEMA_VERSION,
  type VerifierChoice,
} from '../../schema/index.ts';
import { sampleTasks } from '../../suite/index.ts';
import { refuseAgentFiles, refuseShown } from '../agent-files.ts';
import { conductRun } from '../conduct-run.ts';
import type { CliContext } from '../context.ts';
import { addEnvironmentFlags, type EnvironmentFlags, sandboxOf } from '../environment-flags.ts';
import { addTaskFlags, loadSomeTasks, type TaskFlags } from '../load-tasks.ts';
import { collectList, integer, positive } from '../numbers.ts';
import { printPlan, trialCount } from '../print-plan.ts';
import { readServers } from '../read-servers.ts';
import { requireTools } from '../require-tools.ts';
import { resumeRun } from '../resume-run.ts';
import { addSpendingFlags, readSpending, type SpendingFlags } from '../spending-flags.ts';
import { onUserPath } from '../user-path.ts';
import { collectVariation, noVariation, timeSpan, type Variation } from '../vary.ts';
import { addRunVerifierFlags, readVerifier } from '../verifier-choice.ts';
import { currentVersions } from '../versions.ts';

interface RunFlags extends TaskFlags, SpendingFlags, EnvironmentFlags {
  json?: boolean;
  agent: string[];
  agentFiles?: string;
  model?: string;
  level: Level[];
  vary: Variation;
  mcp?: string;
  attempts?: number;
  sample?: number;
  seed: number;
  jobs: number;
  resume?: string;
  name?: string;
  runs: string;
  agentTimeout?: number;
  keepTraces?: boolean;
  /** Milliseconds. */
  snapshots: number | 'off';
  dryRun?: boolean;
  verifier: VerifierChoice['driver'];
  verifierModel?: string;
}

export function register(program: Command, context: CliContext): void {
  const known = agentList();
  const command = program.command('run').description('let agents work on tasks, and judge what they leave');
  addTaskFlags(command)
    .addOption(
      new Option(
        '--agent <agents>',
        `agents: ${known}; patch:<file>, command:<command line>; one named twice counts once`,
      )
        .argParser(collectAgents)
        .default([], 'none'),
    )
    .option('--agent-files <folder>', 'folder with what a command agent needs beside its program: /opt/agent inside')
    .option('--model <model>', 'model, for agents that take one')
    .addOption(
      new Option('--level <levels>', `prompt: ${levelSchema.options.join(', ')}; one named twice counts once`)
        .argParser(collectList(levelSchema.options))
        .default([], "the task's ticket, else open"),
    )
    .addOption(
      new Option(
        '--vary <what>',
        'try each of several: level=open,detailed browser=on,off (whether the prompt speaks of it) budget=20m,40m (time that the prompt gives) tool=playwright,playwright-mcp,devtools-mcp,own (what the browser is used with); may be repeated',
      )
        .argParser(collectVariation)
        .default(noVariation, 'nothing'),
    )
    .option('--mcp <file>', 'MCP servers of your own, as JSON ({"mcpServers": …}), for --vary tool=<name>')
    .addOption(
      new Option('--attempts <n>', 'attempts of each (default: the number of runs of each task)').argParser(positive),
    )
    .addOption(new Option('--sample <n>', 'only so many tasks, drawn with --seed').argParser(positive))
    .addOption(new Option('--seed <n>', 'seed of --sample').argParser(integer).default(0))
    .addOption(new Option('--jobs <n>', 'trials at once').argParser(positive).default(2))
    .option('--resume <run>', 'go on with a run: play what is missing, repeat nothing (with --jobs, --dry-run)')
    .option('--name <name>', 'name of the run (default: the time)')
    .option('--runs <dir>', 'folder of all runs', 'runs')
    .addOption(new Option('--agent-timeout <seconds>', "time for all rounds (default: the task's)").argParser(positive))
    .option('--keep-traces', 'keep traces of passed trials too')
    .addOption(
      new Option('--snapshots <time>', 'how often the workspace is kept while an agent works, such as 30s; off: never')
        .argParser((text: string) => (text === 'off' ? text : timeSpan(text)))
        .default(60_000, '60s'),
    );
  addRunVerifierFlags(addSpendingFlags(command)).option('--dry-run', 'print the plan and start nothing');
  addEnvironmentFlags(command).action((flags: RunFlags, command: Command) => run(flags, command, context));
}

async function run(flags: RunFlags, command: Command, context: CliContext): Promise<void> {
  const runsDir = resolve(context.cwd, flags.runs);
  if (flags.resume !== undefined) {
    await resumeRun(findRun(flags.resume, context.cwd, runsDir), flags, command, context);
    return;
  }
  const config = await planOf(flags, context);
  if (flags.dryRun === true) {
    const where = relative(context.cwd, join(runsDir, config.run));
    const closing = `${trialCount(config.trials.length)}, ${config.jobs} at once, would be stored in ${where}`;
    printPlan(config, context, { json: flags.json, closing });
    return;
  }
  const folder = await onUserPath(runsDir, () => createRunFolder(join(runsDir, config.run), config));
  await conductRun(folder, context, { json: flags.json === true });
}

async function planOf(flags: RunFlags, context: CliContext): Promise<RunConfig> {
  if (flags.agent.length === 0) {
    throw new UserError(
      'no-agent',
      'no agent was named',
      `say who shall work: --agent oracle,nop (known: ${agentList()})`,
    );
  }
  const model = flags.model ?? null;
  const files = flags.agentFiles === undefined ? null : resolve(context.cwd, flags.agentFiles);
  const agents: AgentChoice[] = flags.agent.map((text) =>
    readAgentChoice(text, takesModel(nameOf(text)) ? model : null, files),
  );
  // Wrong names and arguments are told before anything is made.
  const made = agents.map((choice) => createAgent(choice, context.cwd));
  for (const agent of made) agent.requireReady?.();
  if (model !== null && agents.every((agent) => agent.model === null)) {
    throw new UserError('no-model', `${flags.agent.join(', ')} take no model`, 'leave --model out');
  }
  const spending = readSpending(
    flags,
    [
      ...made.flatMap(({ model: asked }) => asked?.name ?? []),
      ...(flags.verifierModel === undefined ? [] : [flags.verifierModel]),
    ],
    context.cwd,
  );
  const verifier = readVerifier(flags.verifier, flags.verifierModel, context.cwd);
  const { suites, tasks: all } = loadSomeTasks(flags, context);
  const secrets = { suites, tasks: all, runsDir: resolve(context.cwd, flags.runs) };
  if (files !== null) refuseAgentFiles(files, agents, secrets);
  const tasks = flags.sample === undefined ? all : sampleTasks(all, flags.sample, flags.seed);
  const named = [...flags.level, ...flags.vary.level];
  const levels = named.length === 0 ? null : named;
  const browsers: BrowserWish[] = flags.vary.browser.length === 0 ? ['on'] : flags.vary.browser;
  const tools = flags.vary.tool.length === 0 ? [DEFAULT_TOOL] : flags.vary.tool;
  const servers = flags.mcp === undefined ? [] : readServers(flags.mcp, tools, context.cwd);
  for (const { folder } of servers) if (folder !== null) refuseShown(folder, '--mcp: the folder', secrets);
  requireTools(tools, servers, made);
  const budgetsMs = flags.vary.budget.length === 0 ? [null] : flags.vary.budget;
  const { bugsweep, versions } = await currentVersions();
  const name =
    flags.name ??
    isoNow()
      .replace(/\.\d+Z$/, 'Z')
      .replace(/[:]/g, '-');
  if (basename(name) !== name || name.startsWith('.')) {
    throw new UserError('bad-name', `"${name}" cannot name a run`, 'use letters, digits, dots and hyphens');
  }
  return {
    schemaVersion: SCHEMA_VERSION,
    run: name,
    createdAt: isoNow(),
    bugsweep,
    versions,
    suites: suites.map(({ name: suite, dir, version }) => ({ name: suite, dir, version })),
    agents,
    levels,
    browsers,
    tools,
    servers,
    budgetsMs,
    attempts: flags.attempts ?? null,
    sample: flags.sample === undefined ? null : { size: flags.sample, seed: flags.seed },
    jobs: flags.jobs,
    sandbox: sandboxOf(flags),
    agentTimeoutMs: flags.agentTimeout === undefined ? null : flags.agentTimeout * 1000,
    keepTraces: flags.keepTraces === true,
    snapshotMs: flags.snapshots === 'off' ? null : flags.snapshots,
    spending,
    verifier,
    cwd: context.cwd,
    trials: planRun({ tasks, agents, levels, browsers, tools, budgetsMs, attempts: flags.attempts ?? null }),
  };
}

const nameOf = (text: string): string => text.split(':')[0] ?? text;

/** A comma parts agents, but not inside `command:` and `patch:`, which take the rest of the word. */
function collectAgents(text: string, all: string[]): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest !== '') {
    const comma = rest.indexOf(',');
    const colon = rest.indexOf(':');
    const end = comma === -1 || (colon !== -1 && colon < comma) ? rest.length : comma;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end + 1);
  }
  return [...new Set([...all, ...parts.filter((part) => part !== '')])];
}
