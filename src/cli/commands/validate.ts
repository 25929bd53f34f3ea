import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  describeValidation,
  type ProbeResult,
  phases,
  probesOf,
  type ValidatePhase,
  type ValidateReport,
  validateSuite,
} from '../../audit/index.ts';
import { UserError } from '../../errors.ts';
import { isoNow } from '../../host/index.ts';
import { renderTable } from '../../report/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { holdEvidence, stampOf } from '../list-runs.ts';
import { addTaskFlags, loadSomeTasks, type TaskFlags } from '../load-tasks.ts';
import { positive } from '../numbers.ts';
import { type OpenWorkshop, openWorkshop } from '../open-workshop.ts';
import { onUserPath } from '../user-path.ts';

interface ValidateFlags extends TaskFlags {
  json?: boolean;
  repeat: number;
  phases: ValidatePhase[];
  jobs: number;
  allChecks?: boolean;
  unsafeNoSandbox?: boolean;
  evidence: string;
}

function readPhases(text: string): ValidatePhase[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!phases.includes(name as ValidatePhase)) throw new InvalidArgumentError(`must be some of ${phases.join(', ')}`);
  }
  return names as ValidatePhase[];
}

export function register(program: Command, context: CliContext): void {
  addTaskFlags(program.command('validate').description('prove that the judges of tasks can be trusted'))
    .argument('[suite]', 'suite, list or folder; the same as --suite')
    .addOption(new Option('--repeat <n>', 'judge everything so many times').argParser(positive).default(1))
    .addOption(
      new Option('--phases <names>', `what to judge: ${phases.join(', ')}`)
        .argParser(readPhases)
        .default([...phases], 'all'),
    )
    .addOption(new Option('--jobs <n>', 'judge so many at once').argParser(positive).default(2))
    .option('--all-checks', 'run every check, also where one failure decides')
    .option('--evidence <dir>', 'keep screenshots of failures here', 'runs/validate')
    .option('--unsafe-no-sandbox', 'run without any protection where there is no sandbox')
    .action((suite: string | undefined, flags: ValidateFlags) => validate(suite, flags, context));
}

async function validate(suite: string | undefined, flags: ValidateFlags, context: CliContext): Promise<void> {
  if (suite !== undefined) flags.suite.push(suite);
  const { tasks } = loadSomeTasks(flags, context);
  if (!tasks.some((task) => probesOf(task, flags.phases).length > 0)) {
    throw new UserError(
      'nothing-to-judge',
      `the chosen tasks have nothing to judge in the phases ${flags.phases.join(', ')}`,
      'choose other --phases, or give the tasks solutions of that kind',
    );
  }
  const signal = context.interruptSignal();
  const evidenceDir = resolve(context.cwd, flags.evidence, stampOf(isoNow()));
  const held = await onUserPath(evidenceDir, () => holdEvidence(evidenceDir));
  let opened: OpenWorkshop | undefined;
  let report: ValidateReport;
  try {
    opened = await openWorkshop(context, { unsafeNoSandbox: flags.unsafeNoSandbox === true });
    report = await validateSuite(opened.workshop, tasks, {
      ...{ phases: flags.phases, repeat: flags.repeat, jobs: flags.jobs, allChecks: flags.allChecks === true },
      ...{ evidenceDir, signal },
      onResult: (result) => context.stderr.write(`${progressLine(result)}\n`),
    });
  } finally {
    await opened?.close();
    held.release();
  }
  signal.throwIfAborted();
  const answer = describeValidation(report, flags.jobs);
  if (answer.violations.length > 0) context.exitCode = 1;
  printAnswer(context, { json: flags.json, value: answer, text: () => textOf(answer, evidenceDir) });
}

function progressLine({ task, phase, label, repeat, judgement, violation }: ProbeResult): string {
  const mark = violation === undefined ? 'ok ' : 'BAD';
  const verdict = judgement === undefined ? '' : `target ${judgement.target}, preservation ${judgement.preservation}`;
  return `${mark} ${task}  ${phase === label ? phase : label} #${repeat}  ${violation ?? verdict}`;
}

function textOf(answer: ReturnType<typeof describeValidation>, evidence: string): string {
  const { rates: all, tasks, time, violations } = answer;
  const shown = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`);
  const table = renderTable(
    ['task', 'base t', 'base p', 'ref t', 'ref p', 'wrong ok', 'alt refused', 'blank ok', 'judged'].map(
      (head, index) => ({
        head,
        right: index > 0,
      }),
    ),
    tasks.map(({ task, rates, judged }) => [
      task,
      ...[rates.baseTarget, rates.basePreservation, rates.referenceTarget, rates.referencePreservation].map(shown),
      ...[rates.wrongAccepted, rates.alternativesRejected, rates.blankAccepted].map(shown),
      String(judged),
    ]),
  );
  const lines = [
    table,
    '',
    `sd over repeats: base target ${sd(all.baseTargetSd)}, reference target ${sd(all.referenceTargetSd)}`,
  ];
  lines.push(
    `${(time.wallMs / 1000).toFixed(0)} s with ${time.jobs} at once, of which the checks took ${(time.checksMs / 1000).toFixed(0)} s; everything else: ${shown(time.otherShare)} of that`,
  );
  if (violations.length === 0)
    lines.push('', 'no violation: these judges accept what is right and reject what is wrong');
  else {
    lines.push('', `${violations.length} violation(s):`);
    for (const { task, label, repeat, message } of violations) lines.push(`  ${task} ${label} #${repeat}: ${message}`);
    lines.push('', `screenshots: ${evidence}`);
  }
  return lines.join('\n');
}

const sd = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
