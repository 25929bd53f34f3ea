import { onTestFinished } from 'vitest';
import { type Answer, type Question, type Script, startRehearsal } from '../../src/model/index.ts';

/** Stands where a key would. */
export const KEY = 'sk-planted-for-this-test';

/** One call of a tool; a function gets what all tools have shown so far, the latest last. */
export type Call = readonly [tool: string, input?: Record<string, unknown>];
export type Play = readonly (Call | ((shown: readonly string[]) => Call))[];

/** The ref of the first element of the latest snapshot that has one in a line with these words. */
export function refOf(shown: readonly string[], words: string): string {
  const snapshot = shown.findLast((text) => text.includes('address: ')) ?? '';
  const line = snapshot.split('\n').find((each) => each.includes(words) && each.includes('[ref='));
  return /\[ref=(\w+)\]/.exec(line ?? '')?.[1] ?? `e999999`;
}

/** A call that clicks what the latest snapshot calls so. */
export const clickOn =
  (words: string, how = 'once') =>
  (shown: readonly string[]): Call => ['click', { at: { ref: refOf(shown, words) }, how }];

export const typeInto =
  (words: string, text: string) =>
  (shown: readonly string[]): Call => ['type', { text, into: refOf(shown, words) }];

export const step = (n: number, verdict: string, quote?: string): Call => [
  'report_step',
  { n, verdict, seen: `step ${n}: ${verdict}`, ...(quote === undefined ? {} : { quote }) },
];

export const finish = (verdict: string, more: Record<string, unknown> = {}): Call => [
  'finish',
  { verdict, reason: `it is ${verdict}`, ...more },
];

/**
 * A model that plays each test by the script of that purpose, and ends in words. Nothing is remembered: as many calls
 * are done as tools have answered. `asked` are the conversations that it got.
 */
export async function scriptedVerifier(
  plays: Readonly<Record<string, Play>>,
  wrong: Pick<Script, 'fault' | 'faultAfter'> = {},
) {
  const asked: Question[] = [];
  const pictures = new Map<string, Buffer[]>();
  const answer = (question: Question, body: string): Answer => {
    asked.push(question);
    const prompt = promptOf(question);
    pictures.set(prompt, [...(pictures.get(prompt) ?? []), ...picturesIn(body)]);
    const shown = question.entries.filter(({ role }) => role === 'tool').map(({ text }) => unwrapped(text));
    const play = Object.entries(plays).find(([purpose]) => prompt.includes(`What the test is for: ${purpose}\n`))?.[1];
    const next = play?.[shown.length];
    if (next === undefined) return { kind: 'text', text: 'That is all.' };
    const [name, input = {}] = typeof next === 'function' ? next(shown) : next;
    const tool = question.tools.find((each) => each.name === name || each.name === `mcp__app__${name}`);
    if (tool !== undefined) return { kind: 'tool', tool, arguments: input };
    // Some programs show the tools of servers only to a model that has looked for them.
    const finder = question.tools.find((each) => each.name === 'ToolSearch' || each.name === 'tool_search');
    if (finder === undefined) return { kind: 'text', text: `There is no tool ${name}.` };
    const query = `select:mcp__app__${name}`;
    return { kind: 'tool', tool: finder, arguments: { query, max_results: 1 }, aside: true };
  };
  const server = await startRehearsal({ rounds: [], answer, ...wrong });
  onTestFinished(() => server.close());
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url };
  /** What the model got to read in tests of this purpose. */
  const readIn = (purpose: string) =>
    asked
      .filter(({ entries }) => entries.some(({ text }) => text.includes(`What the test is for: ${purpose}\n`)))
      .flatMap(({ entries }) => entries.map(({ text }) => text))
      .join('\n');
  /** Each picture that the model got to see in tests of this purpose. */
  const seenIn = (purpose: string) =>
    [...pictures].filter(([prompt]) => prompt.includes(`What the test is for: ${purpose}\n`)).flatMap(([, all]) => all);
  return { env, server, asked, readIn, seenIn };
}

/** Programs say more than the prompt. */
const promptOf = ({ entries }: Question): string =>
  entries.find(({ text }) => text.includes('What the test is for: '))?.text ?? '';

/** Some programs pass on what a server said as JSON. */
function unwrapped(text: string): string {
  const [json] = /\[\{"type":"text".*\}\]/s.exec(text) ?? [];
  if (json === undefined) return text;
  try {
    return JSON.parse(json)
      .map((part: { text?: string }) => part.text ?? '')
      .join('\n');
  } catch {
    return text;
  }
}

const picturesIn = (body: string): Buffer[] =>
  [...body.matchAll(/data:image\/png;base64,([A-Za-z0-9+/=]+)/g)].map(([, data = '']) => Buffer.from(data, 'base64'));
