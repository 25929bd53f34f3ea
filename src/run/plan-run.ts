import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defaultLevel, levelsOf, takesFiles } from '../agent/index.ts';
import { UserError } from '../errors.ts';
import {
  type AgentChoice,
  type BrowserWish,
  DEFAULT_TOOL,
  type Level,
  type PlannedTrial,
  type Variant,
  variantName,
} from '../schema/index.ts';
import type { Task } from '../suite/index.ts';

export interface Matrix {
  tasks: readonly Task[];
  agents: readonly AgentChoice[];
  /** Levels of the prompt; null: each task's default. */
  levels: readonly Level[] | null;
  /** Default: one, with the browser. */
  browsers?: readonly BrowserWish[];
  /** Browser tools, by name. Default: Playwright. */
  tools?: readonly string[];
  /** Times that the prompt gives, in milliseconds; null: none. Default: none. */
  budgetsMs?: readonly (number | null)[];
  /** Attempts of each; null: each task's own number of runs. */
  attempts: number | null;
}

/**
 * Agents × tasks × variants × attempts, in an order that tries everything once before anything twice. What is named
 * twice counts once. @throws UserError `nothing-to-run`, `same-folder` for two tasks of one name from two places
 */
export function planRun({ tasks, attempts, ...named }: Matrix): PlannedTrial[] {
  const agents = [...new Map(named.agents.map((agent) => [agent.slug, agent])).values()];
  const levels = named.levels === null ? null : [...new Set(named.levels)];
  const rest = [...new Set(named.browsers ?? ['on' as const])].flatMap((browser) =>
    [...new Set(named.budgetsMs ?? [null])].flatMap((budgetMs) =>
      [...new Set(named.tools ?? [DEFAULT_TOOL])].map((tool) => ({ browser, budgetMs, tool })),
    ),
  );
  const planned: PlannedTrial[] = [];
  for (const task of tasks) {
    const has = (level: Level) => levels === null || levelsOf(task).includes(level);
    const variants = (levels ?? [defaultLevel(task)])
      .filter(has)
      .flatMap((level) => rest.map((each): Variant => ({ level, ...each })));
    for (const variant of variants) {
      for (const agent of agents) {
        for (let attempt = 1; attempt <= (attempts ?? task.config.runs); attempt += 1) {
          const id = {
            suite: task.suite,
            task: task.id,
            agent: agent.name,
            label: labelOfChoice(agent),
            model: agent.model,
            variant,
            attempt,
          };
          const dir = join('trials', task.suite, task.id, agent.slug, variantName(variant), String(attempt));
          planned.push({ id, taskDir: task.dir, dir });
        }
      }
    }
  }
  if (planned.length === 0) {
    throw new UserError(
      'nothing-to-run',
      levels === null ? 'no task was chosen' : `no chosen task has a prompt of level ${levels.join(' or ')}`,
      '`bugsweep tasks` shows the levels of each task',
    );
  }
  refuseSharedFolders(planned);
  return planned.sort((a, b) => a.id.attempt - b.id.attempt);
}

/** Two copies of one suite: the trials of one would overwrite those of the other. */
function refuseSharedFolders(planned: readonly PlannedTrial[]): void {
  const taskDirs = new Map<string, string>();
  for (const { dir, taskDir, id } of planned) {
    const other = taskDirs.get(dir);
    taskDirs.set(dir, taskDir);
    if (other === undefined) continue;
    throw new UserError(
      'same-folder',
      `two tasks are called ${id.suite}/${id.task}: ${other} and ${taskDir}`,
      'leave one of the suites out, or give one another name in its suite.toml',
    );
  }
}

/** The agent in the words of the one who asked for it. */
export const labelOfChoice = ({ name, argument }: AgentChoice): string =>
  argument === null ? name : `${name}:${argument}`;

/**
 * `oracle`, `patch:fix.diff`, `command:./agent.sh {promptFile}`; the model applies to agents that take one, and so do
 * `files`, a folder.
 */
export function readAgentChoice(text: string, model: string | null, files: string | null = null): AgentChoice {
  const colon = text.indexOf(':');
  const name = colon === -1 ? text : text.slice(0, colon);
  const argument = colon === -1 ? null : text.slice(colon + 1);
  const own = takesFiles(name) ? files : null;
  const hash = createHash('sha256')
    .update(JSON.stringify(own === null ? [name, model, argument] : [name, model, argument, own]))
    .digest('hex')
    .slice(0, 8);
  const readable = [name, model].filter((part) => part !== null).join('-');
  const slug = `${readable.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)}-${hash}`;
  return { name, model, argument, files: own, slug };
}
