import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  agreementOf,
  describeValidation,
  type JudgeName,
  judgeNames,
  type ProbeResult,
  phases,
  probesOf,
  type ValidatePhase,
  type ValidateReport,
  validateSuite,
  verifierRow,
} from '../../audit/index.ts';
import { UserError } from '../../errors.ts';
import { isoNow, type Lock } from '../../host/index.ts';
import { tryModel } from '../../judge/index.ts';
import { seenLine } from '../../report/index.ts';
import { verifierDrivers } from '../../schema/index.ts';
import { type Task, testsThatJudge } from '../../suite/index.ts';
import { printAnswer } from '../answer.ts';
import type { CliContext } from '../context.ts';
import { addEnvironmentFlags, type EnvironmentFlags, sandboxOf } from '../environment-flags.ts';
import { holdEvidence, stampOf } from '../list-runs.ts';
import { addTaskFlags, loadSomeTasks, type TaskFlags } from '../load-tasks.ts';
import { collectList, positive } from '../numbers.ts';
import { type OpenWorkshop, openWorkshop } from '../open-workshop.ts';
import { onUserPath } from '../user-path.ts';
import { type ValidateAnswer, validationText } from '../validation-text.ts';
import { addModelFlags, type ChosenVerifier, chosenVerifiers, type VerifierFlags } from '../verifier-choice.ts';

interface ValidateFlags extends TaskFlags, EnvironmentFlags, Omit<VerifierFlags, 'driver' | 'model'> {
  json?: boolean;
  repeat: number;
  phases: ValidatePhase[];
  jobs: number;
  allChecks?: boolean;
  evidence: string;
  judge: JudgeName;
  driver: VerifierFlags['driver'][];
  model: string[];
}

const collectNames = (text: string, all: string[]): string[] => [...all, ...text.split(',').map((name) => name.trim())];

function readPhases(text: string): ValidatePhase[] {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!phases.includes(name as ValidatePhase)) throw new InvalidArgumentError(`must be some of ${phases.join(', ')}`);
  }
  return names as ValidatePhase[];
}

export function register(program: Command, context: CliContext): void {
  const command = program.command('validate').description('prove that the judges of tasks can be trusted');
  addEnvironmentFlags(addTaskFlags(command))
    .argument('[suite]', 'suite, list or folder; the same as --suite')
    .addOption(new Option('--repeat <n>', 'judge everything so many times').argParser(positive).default(1))
    .addOption(
      new Option('--phases <names>', `what to judge: ${phases.join(', ')}`)
        .argParser(readPhases)
        .default([...phases], 'all'),
    )
    .addOption(new Option('--jobs <n>', 'judge so many at once').argParser(positive).default(2))
    .addOption(
      new Option('--judge <judge>', "the tasks' own, or their behavior tests played by rules, held against their own")
        .choices(judgeNames)
        .default('scripted'),
    )
    .addOption(
      new Option(
        '--driver <drivers>',
        `with --judge agentic, who plays the tests: ${verifierDrivers.join(', ')}; several are compared`,
      )
        .argParser(collectList(verifierDrivers))
        .default([], 'rules'),
    )
    .option(
      '--model <models>',
      'models of the drivers, such as openai/gpt-5-mini,google/gemini-2.5-flash',
      collectNames,
      [],
    )
    .option('--all-checks', 'run every check, also where one failure decides')
    .option('--evidence <dir>', 'keep screenshots of failures here', 'runs/validate');
  addModelFlags(command).action((suite: string | undefined, flags: ValidateFlags) => validate(suite, flags, context));
}

async function validate(suite: string | undefined, flags: ValidateFlags, context: CliContext): Promise<void> {
  if (suite !== undefined) flags.suite.push(suite);
  const chosen = loadSomeTasks(flags, context).tasks;
  const agentic = flags.judge === 'agentic';
  const tasks = agentic
    ? chosen.filter(({ behavior, config }) => behavior !== undefined && config.judge.kind !== 'script')
    : chosen;
  if (tasks.length === 0) {
    const hint = 'write tests/behavior.yaml; docs/behavior-tests.md shows how';
    throw new UserError('nothing-to-judge', 'none of the chosen tasks has behavior tests', hint);
  }
  if (!tasks.some((task) => probesOf(task, flags.phases).length > 0)) {
    throw new UserError(
      'nothing-to-judge',
      `the chosen tasks have nothing to judge in the phases ${flags.phases.join(', ')}`,
      'choose other --phases, or give the tasks solutions of that kind',
    );
  }
  if (!agentic && (flags.driver.length > 0 || flags.model.length > 0)) {
    throw new UserError(
      'no-verifier',
      "the tasks' own judges need no driver",
      'add --judge agentic, or leave --driver out',
    );
  }
  const verifiers = chosenVerifiers(flags, context.cwd);
  const signal = context.interruptSignal();
  const evidenceDir = resolve(context.cwd, flags.evidence, stampOf(isoNow()));
  let held: Lock | undefined;
  let opened: OpenWorkshop | undefined;
  const reports: ValidateReport[] = [];
  let scripted: ValidateReport | undefined;
  try {
    opened = await openWorkshop(context, { sandbox: sandboxOf(flags) });
    const { workshop } = opened;
    for (const { verifier } of verifiers) {
      if (verifier !== undefined) await tryModel(verifier.verifier, verifier.named, workshop.scratch);
    }
    held = await onUserPath(evidenceDir, () => holdEvidence(evidenceDir));
    const by = (judge: JudgeName, those: readonly Task[], chosenOne?: ChosenVerifier) =>
      validateSuite(workshop, those, {
        ...{ phases: flags.phases, repeat: flags.repeat, jobs: flags.jobs, judge },
        verifier: chosenOne === undefined ? undefined : { name: chosenOne.named, verifier: chosenOne.verifier },
        // What is compared has to be there on both sides.
        allChecks: flags.allChecks === true || agentic,
        ...{ evidenceDir, signal },
        onResult: (result) => context.stderr.write(`${agentic ? `${result.judge}  ` : ''}${progressLine(result)}\n`),
      });
    if (agentic) for (const { verifier } of verifiers) reports.push(await by('agentic', tasks, verifier));
    const comparable = agentic ? tasks.filter((task) => testsThatJudge(task) === undefined) : tasks;
    if (comparable.length > 0) scripted = await by('scripted', comparable);
  } finally {
    await opened?.close();
    held?.release();
  }
  signal.throwIfAborted();
  const answer = answerOf(reports, scripted, verifiers, flags.jobs);
  if (answer.violations.length > 0) context.exitCode = 1;
  printAnswer(context, { json: flags.json, value: answer, text: () => validationText(answer, evidenceDir) });
}

/** Without a verifier it is about the tasks' own judges, else about the first verifier, with what all others found. */
function answerOf(
  reports: readonly ValidateReport[],
  scripted: ValidateReport | undefined,
  verifiers: ReturnType<typeof chosenVerifiers>,
  jobs: number,
): ValidateAnswer & { judged: number } {
  const all = [...reports, ...(scripted === undefined ? [] : [scripted])];
  const [first] = all;
  if (first === undefined) throw new Error('nothing was judged');
  const agreements = reports.map(({ results }) =>
    scripted === undefined ? null : agreementOf(results, scripted.results),
  );
  const rows = verifiers
    .slice(0, reports.length)
    .map(({ driver, verifier }, index) =>
      verifierRow({ driver, model: verifier?.named ?? null }, reports[index]?.results ?? [], agreements[index] ?? null),
    );
  const [agreement] = agreements;
  return {
    ...describeValidation(first, jobs),
    judged: all.reduce((sum, { results }) => sum + results.length, 0),
    // Every judge that errs is a finding.
    violations: all.flatMap(({ violations }) => violations),
    ...(agreement === undefined || agreement === null ? {} : { agreement }),
    ...(rows.length === 0 ? {} : { verifiers: rows }),
  };
}

function progressLine({ task, phase, label, repeat, judgement, violation }: ProbeResult): string {
  const mark = violation === undefined ? 'ok ' : 'BAD';
  const verdict = judgement === undefined ? '' : `target ${judgement.target}, preservation ${judgement.preservation}`;
  return `${mark} ${task}  ${phase === label ? phase : label} #${repeat}  ${seenLine(violation ?? verdict)}`;
}
