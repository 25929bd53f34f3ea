import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../errors.ts';
import { renderTable, seenLine } from '../../report/index.ts';
import { findRun, openRunFolder, readRunConfig } from '../../run/index.ts';
import { type CheckResult, noSpendingBounds, type TrialRecord, type VerifierChoice } from '../../schema/index.ts';
import { testsThatJudge } from '../../suite/index.ts';
import { modelDesk } from '../../trial/index.ts';
import { printAnswer } from '../answer.ts';
import { answerOf, conductRun } from '../conduct-run.ts';
import type { CliContext } from '../context.ts';
import { addEnvironmentFlags, type EnvironmentFlags, sandboxOf } from '../environment-flags.ts';
import { judgeFile } from '../judge-file.ts';
import { addSuiteFlag, loadTaskNamed } from '../load-tasks.ts';
import { refuseOtherPlace } from '../resume-run.ts';
import { onUserPath } from '../user-path.ts';
import { addRunVerifierFlags, readVerifier, verifierOf } from '../verifier-choice.ts';

interface JudgeFlags extends EnvironmentFlags {
  suite: string[];
  task?: string;
  runs: string;
  again?: boolean;
  json?: boolean;
  verifier: VerifierChoice['driver'];
  verifierModel?: string;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('judge')
    .description('judge the patches of a run, or one patch, without running an agent');
  addRunVerifierFlags(addEnvironmentFlags(addSuiteFlag(command)))
    .argument('<run-or-patch>', 'a run, or a patch (or a QA report, .md) with --task')
    .option('--task <task>', 'the task that the patch is for')
    .option('--runs <dir>', 'folder of all runs', 'runs')
    .option('--again', 'judge a run anew, also where its verdicts are up to date')
    .action((subject: string, flags: JudgeFlags) => judge(subject, flags, context));
}

async function judge(subject: string, flags: JudgeFlags, context: CliContext): Promise<void> {
  const path = resolve(context.cwd, subject);
  if (flags.task !== undefined && flags.again === true) {
    throw new UserError('no-again', '--again is for runs; a patch is always judged anew', 'leave --again out');
  }
  if (flags.task === undefined && flags.suite.length > 0) {
    throw new UserError(
      'no-suite-here',
      '--suite says where the task of a patch is; a run knows its tasks',
      'name the task too: --task <task>, or leave --suite out',
    );
  }
  if (flags.task !== undefined) {
    if (!existsSync(path)) throw new UserError('no-patch', `the patch ${subject} does not exist`);
    const task = loadTaskNamed(flags.task, flags.suite, context);
    const choice = readVerifier(flags.verifier, flags.verifierModel, context.cwd);
    const isAgentic = testsThatJudge(task) !== undefined;
    const record = await judgeFile(path, task, context, {
      runsDir: flags.runs,
      sandbox: sandboxOf(flags),
      verifier: isAgentic ? verifierOf(choice, modelDesk(noSpendingBounds)) : undefined,
    });
    if (record.outcome !== 'judged') context.exitCode = 3;
    printAnswer(context, {
      json: flags.json,
      value: answerOf('judge', [record]),
      text: () => verdictText(record),
    });
    return;
  }
  if (flags.verifier !== 'rules' || flags.verifierModel !== undefined) {
    throw new UserError(
      'no-verifier-here',
      '--verifier is for a patch; who plays the tests of a run was decided when it was planned',
      'leave it out',
    );
  }
  const dir = findRun(subject, context.cwd, resolve(context.cwd, flags.runs));
  if (!existsSync(join(dir, 'run.json')) && existsSync(path)) {
    throw new UserError(
      'no-task',
      `${subject} is not a run`,
      'to judge a patch, say which task it is for: --task <task>',
    );
  }
  refuseOtherPlace(await readRunConfig(dir), sandboxOf(flags));
  const folder = await onUserPath(dir, () => openRunFolder(dir));
  await conductRun(folder, context, {
    json: flags.json === true,
    judgeOnly: flags.again === true ? 'again' : 'missing',
  });
}

function verdictText({ passed, outcome, reason, checks }: TrialRecord): string {
  const rows = checks.map(({ kind, verdict, name, seen }: CheckResult) => [
    kind,
    verdict,
    seenLine(verdict === 'pass' ? name : `${name}: ${seen}`),
  ]);
  const table = renderTable([{ head: 'kind' }, { head: 'verdict' }, { head: 'check' }], rows);
  const word = outcome === 'judged' ? (passed ? 'PASS' : 'FAIL') : `NO VERDICT (${outcome})`;
  return `${table}\n\n${word}: ${seenLine(reason)}`;
}
