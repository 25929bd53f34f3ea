import { toolSentence } from '../browser/index.ts';
import { UserError } from '../errors.ts';
import type { Level, Variant } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';

/** What the prompt says of the running app. */
export interface PromptPlace {
  /** One clause: "the front end of …". */
  about: string;
  /** Address of the app; null if there is none. */
  url: string | null;
  /** The app serves changes without being told. */
  hotReload: boolean;
  /** Another team's API stands behind /api. */
  hasApi: boolean;
  /** The product runs in a container of its own. */
  isApart?: boolean;
}

/** The level that a task is given when none is asked for. */
export const defaultLevel = (task: Task): Level => levelsOf(task)[0] ?? 'detailed';

/** Levels that a task has. */
export function levelsOf(task: Task): Level[] {
  const levels: Level[] = [];
  if (task.instructions.length > 0) levels.push('ticket');
  if (task.config.kind === 'bug' && (task.config.area ?? task.open) !== undefined) levels.push('open');
  if (task.detailed !== undefined) levels.push('detailed');
  return levels;
}

/**
 * Exactly what the agent reads, one text a round. Without the browser every mention of it is left out, and nothing else.
 * @throws UserError `no-level` if the task has no such level.
 */
export function promptsFor(task: Task, { level, browser, budgetMs, tool }: Variant, place: PromptPlace): string[] {
  if (!levelsOf(task).includes(level)) {
    const has = levelsOf(task).join(', ');
    throw new UserError('no-level', `${task.name} has no prompt of level ${level}`, `it has: ${has}`);
  }
  const inBrowser = browser === 'on' && place.url !== null;
  const frame = frameOf(place);
  const sentence = toolSentence(tool);
  const time = budgetMs === null ? [] : [timeOf(budgetMs)];
  // Who only reports has nothing to look at again.
  const look = inBrowser ? [task.config.kind === 'qa' ? sentence : `${CHECK_FIRST} ${sentence}`] : [];
  const first = (words: string, last = look) => text([frame, words.trim(), ...last, ...time]);
  switch (level) {
    case 'ticket':
      return task.instructions.map((words, index) =>
        index === 0 ? first(words) : text([words.trim(), ...(inBrowser ? [CHECK_AGAIN] : [])]),
      );
    case 'detailed':
      return [first(task.detailed ?? '')];
    case 'open':
      return [first(openTask(task.open?.trim() ?? openRequest(task.config.area ?? ''), inBrowser))];
  }
}

/** Said when the time that the prompt named is over, and a short grace too. */
export const LAST_REQUEST =
  'Your time is over. Bring the folder into the state that you want to hand in, within two minutes, and begin nothing new. Then say in one sentence what you have changed.\n';

const text = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;

const CHECK_FIRST = 'Look at the result in a browser yourself before you say that you are done.';
const CHECK_AGAIN = 'Look at it in the browser once more before you say that you are done.';

function frameOf({ about, url, hotReload, hasApi, isApart = false }: PromptPlace): string {
  const sentences = [`This folder holds ${about}.`];
  if (url !== null) {
    sentences.push(
      hotReload
        ? `Its dev server is up at ${url} and picks up your changes by itself.`
        : `It is up at ${url}; \`app restart\` starts it anew after a change.`,
      'The command `app` shows its state and its log, and restarts it.',
    );
  }
  if (isApart) {
    sentences.push(
      'It runs in a container of its own, which has the tools and packages of the product and sees this folder: `task-shell <command>` runs a command there, such as its tests or its build.',
    );
  }
  if (hasApi) {
    sentences.push(
      'It talks to an API under /api that another team runs: the API is described in API.md, its code is not here, and it cannot be changed.',
    );
  }
  sentences.push('Start no servers of your own and install no packages.');
  return sentences.join(' ');
}

const openRequest = (area: string): string =>
  `Something is wrong in this product, in the area of ${area}, and nobody has reported it yet. Find it and fix it.`;

function openTask(request: string, inBrowser: boolean): string {
  return [
    request,
    [
      ...(inBrowser ? ['- Use the product the way its users do: in the browser, with mouse and keyboard.'] : []),
      '- Go on exploring after the first thing you find: it may not be the one that hurts.',
      '- Work from this folder alone. Do not look for known fixes, other versions or a history; a refused connection is final.',
      '- What works today must go on working.',
      '- Leave a real change behind, and nothing else: no notes, no debug output, no scratch files.',
    ].join('\n'),
  ].join('\n\n');
}

function timeOf(budgetMs: number): string {
  const minutes = Math.round(budgetMs / 60_000);
  const time = minutes >= 2 ? `${minutes} minutes` : `${Math.round(budgetMs / 1000)} seconds`;
  return `You have ${time} from now, for this and for all that is asked later. Use them: as long as time is left, go on testing and improving. What lies in the folder at the end is what counts.`;
}
