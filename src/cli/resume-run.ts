import type { Command } from 'commander';
import type { SandboxKind } from '../environment/index.ts';
import { UserError } from '../errors.ts';
import { openRunFolder, readRunConfig, surveyRun } from '../run/index.ts';
import type { RunConfig } from '../schema/index.ts';
import { conductRun } from './conduct-run.ts';
import type { CliContext } from './context.ts';
import { type EnvironmentFlags, sandboxOf } from './environment-flags.ts';
import { printPlan, trialCount } from './print-plan.ts';
import { runParts } from './run-parts.ts';
import { onUserPath } from './user-path.ts';

interface ResumeFlags extends EnvironmentFlags {
  json?: boolean;
  jobs: number;
  dryRun?: boolean;
}

/** Flags that mean something for a run that is planned already. */
const ON_RESUME: ReadonlySet<string> = new Set(['resume', 'runs', 'json', 'jobs', 'dryRun', 'unsafeNoSandbox']);

/** Goes on with the run in `dir`, or says what would be played. @throws UserError `not-on-resume`, `not-unsafe` */
export async function resumeRun(dir: string, flags: ResumeFlags, command: Command, context: CliContext): Promise<void> {
  const given = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const refused = given.filter((option) => !ON_RESUME.has(option.attributeName())).map(({ long }) => long);
  if (refused.length > 0) {
    throw new UserError(
      'not-on-resume',
      `${refused.join(', ')} cannot be given with --resume: that was decided when the run was planned`,
      'leave it out, or start a new run without --resume',
    );
  }
  const config = await readRunConfig(dir);
  refuseOtherPlace(config, sandboxOf(flags));
  const jobs = given.some((option) => option.attributeName() === 'jobs') ? flags.jobs : config.jobs;
  if (flags.dryRun !== true) {
    const folder = await onUserPath(dir, () => openRunFolder(dir));
    await conductRun(folder, context, { json: flags.json === true, jobs });
    return;
  }
  const { pending, done } = await surveyRun({ dir, config, ...(await runParts(config, context.cwd)) });
  const finished = done.length === 1 ? 'one is' : `${done.length} are`;
  printPlan({ ...config, trials: pending.map(({ trial }) => trial) }, context, {
    json: flags.json,
    closing: `${trialCount(pending.length)}, ${jobs} at once, would be played; ${finished} finished`,
  });
}

/** A run stays where it was begun: its trials would not compare. @throws UserError `not-unsafe`, `other-environment` */
export function refuseOtherPlace({ run, sandbox }: RunConfig, asked: SandboxKind): void {
  if (asked === 'none' && sandbox !== 'none') {
    throw new UserError(
      'not-unsafe',
      `the run ${run} was begun in the sandbox and cannot go on without it`,
      'leave --unsafe-no-sandbox out, or start a new run with it',
    );
  }
  if (asked !== 'docker' || sandbox === 'docker') return;
  const hint = 'leave --environment out, or start a new run with it';
  throw new UserError('other-environment', `the run ${run} was not begun in containers`, hint);
}
