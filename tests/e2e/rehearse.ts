import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { agentProgram, cliAgentNames } from '../../src/agent/index.ts';
import { modelCallSchema, trajectorySchema, trialRecordSchema } from '../../src/schema/index.ts';
import { bugsweep, temporaryFolder } from './bugsweep.ts';
import { writeTinyApps } from './tiny-app.ts';

/** Stands where a key would; it must never be found in any record. */
export const KEY = 'sk-planted-for-this-test';
const env = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY };

/** `mini` comes with bugsweep; the others the user installs. */
export const installed = cliAgentNames().filter((name) => statSync(agentProgram(name).path, { throwIfNoEntry: false }));
export const missing = cliAgentNames().filter((name) => !installed.includes(name));

/** Those of the named agents that are installed, else our own: what is not a matter of the program is tried with some. */
export function some(...names: string[]): string[] {
  const found = names.filter((name) => installed.includes(name));
  return found.length > 0 ? found : ['mini'];
}

/** Lets coding agents play their rehearsal on a page that counts by two. */
export async function rehearse(
  model: string,
  options: { agents?: readonly string[]; rounds?: number; more?: string[]; cwd?: string } = {},
) {
  const { agents = some('codex', 'claude-code'), cwd = temporaryFolder() } = options;
  const suite = writeTinyApps(cwd, [{ id: 'counter', rounds: options.rounds ?? 1 }]);
  const words = ['run', '--suite', suite, '--agent', agents.join(','), '--model', model, '--attempts', '1'];
  const ended = await bugsweep([...words, '--name', 'r', '--json', ...(options.more ?? [])], { cwd, env });
  const dir = join(cwd, 'runs/r');
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());
  const named = (end: string) => files.filter((path) => path.endsWith(end)).map((path) => readFileSync(path, 'utf8'));
  return {
    ...ended,
    cwd,
    files,
    records: named('/trial.json').map((text) => trialRecordSchema.parse(JSON.parse(text))),
    trajectories: named('/trajectory.json').map((text) => trajectorySchema.parse(JSON.parse(text))),
    calls: named('/model.jsonl').map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => modelCallSchema.parse(JSON.parse(line))),
    ),
  };
}
