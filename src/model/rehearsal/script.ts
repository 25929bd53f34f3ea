import type { Answer, Entry, Question, Tool } from './conversation.ts';

/** One thing that the scripted model does with the tools that its client offers. */
export type Move =
  | { kind: 'shell'; command: string }
  | { kind: 'server-tool'; server: string; tool: string; arguments: Record<string, unknown> };

export interface ScriptedRound {
  /** By this text the round is recognised in what the client sends. */
  prompt: string;
  moves: readonly Move[];
  lastWords: string;
}

export interface Script {
  rounds: readonly ScriptedRound[];
  /** What comes next, where that follows from what the tools have shown; `rounds` is for what does not. */
  answer?: (question: Question, body: string) => Answer;
  /** What goes wrong, instead of the next answers; see `times`. */
  fault?: ScriptedFault;
  /** So many answers come before anything goes wrong. Default 0. */
  faultAfter?: number;
}

/** `times`: how many answers go wrong before all is well again. */
export type ScriptedFault =
  | { kind: 'refuse'; status: number; retryAfterSeconds?: number; times: number }
  /** The stream ends in its middle. */
  | { kind: 'cut'; times: number }
  /** Something that is no answer of this protocol, or `bytes` of it. */
  | { kind: 'garbage'; times: number; bytes?: number }
  /** No answer at all, as long as the client waits. */
  | { kind: 'silent'; times: number }
  /** The model calls a tool again and again and never ends. */
  | { kind: 'endless' };

/** Tools that run a command line, by the names that the known clients give them. */
const shells: Readonly<Record<string, (command: string) => Record<string, unknown>>> = {
  exec_command: (command) => ({ cmd: command, yield_time_ms: 60_000 }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['bash', '-c', command] }),
  Bash: (command) => ({ command, description: 'Rehearsed command' }),
  run_shell_command: (command) => ({ command, description: 'Rehearsed command', is_background: false }),
  bash: (command) => ({ command, description: 'Rehearsed command' }),
};

/**
 * What comes next in a conversation. Nothing is remembered: the round is the last one whose prompt was said, and as
 * many of its moves are done as tools have answered since.
 */
export function nextAnswer({ rounds, fault, answer }: Script, question: Question, body: string): Answer {
  if (answer !== undefined) return answer(question, body);
  const { entries, tools } = question;
  const [round, since] = lastRound(rounds, entries);
  // Clients ask beside their work too: for a title, for a summary.
  if (round === undefined) return { kind: 'text', text: 'Rehearsal' };
  if (fault?.kind === 'endless' && round.moves.length > 0) return callOf({ kind: 'shell', command: 'true' }, tools);
  const move = round.moves[since.filter(({ role }) => role === 'tool').length];
  return move === undefined ? { kind: 'text', text: round.lastWords } : callOf(move, tools);
}

function lastRound(rounds: readonly ScriptedRound[], entries: readonly Entry[]): [ScriptedRound | undefined, Entry[]] {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry?.role !== 'user') continue;
    const said = squeezed(entry.text);
    const round = rounds.findLast(({ prompt }) => said.includes(squeezed(prompt)));
    if (round !== undefined) return [round, entries.slice(index + 1)];
  }
  return [undefined, []];
}

/** Clients wrap and indent what they pass on. */
const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

function callOf(move: Move, tools: readonly Tool[]): Answer {
  if (move.kind === 'shell') {
    const tool = tools.find(({ name }) => Object.hasOwn(shells, name));
    const argumentsOf = tool === undefined ? undefined : shells[tool.name];
    if (tool === undefined || argumentsOf === undefined) return lost('a tool that runs commands', tools);
    return { kind: 'tool', tool, arguments: argumentsOf(move.command) };
  }
  const tool = tools.find(({ name, namespace }) =>
    namespace === undefined
      ? [
          `mcp__${move.server}__${move.tool}`,
          `mcp_${move.server}_${move.tool}`,
          `${move.server}_${move.tool}`,
        ].includes(name)
      : name === move.tool && [`mcp__${move.server}`, `mcp__${move.server.replace(/-/g, '_')}`].includes(namespace),
  );
  // Some programs show the tools of servers only to a model that has looked for them.
  const finder = tools.find(({ name }) => name === 'ToolSearch' || name === 'tool_search');
  if (tool === undefined && finder !== undefined) {
    const wanted = `select:mcp__${move.server}__${move.tool}`;
    return { kind: 'tool', tool: finder, arguments: { query: wanted, max_results: 1 }, aside: true };
  }
  if (tool === undefined) return lost(`the tool ${move.tool} of ${move.server}`, tools);
  return { kind: 'tool', tool, arguments: move.arguments };
}

/** Said where a person reads the trial's log. */
const lost = (what: string, tools: readonly Tool[]): Answer => ({
  kind: 'text',
  text: `The rehearsal cannot go on: the agent offers no ${what}, only ${tools.map(({ name }) => name).join(', ') || 'nothing'}.`,
});
