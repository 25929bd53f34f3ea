import { bugsweep } from './bugsweep.ts';

/** Runs one agent on a suite and returns the one trial. */
export async function trialOf(cwd: string, suite: string, agent: string, more: string[] = []) {
  const ended = await bugsweep(['run', '--suite', suite, '--agent', agent, '--json', ...more], { cwd });
  const answer = ended.stdout.startsWith('{') ? JSON.parse(ended.stdout) : {};
  return { ...ended, trial: answer.trials?.[0], summary: answer.summary };
}
