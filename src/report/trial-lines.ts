import pc from 'picocolors';
import type { TrialRecord } from '../schema/index.ts';
import { formatCost, formatDuration, oneLine, type TrialNames } from './format.ts';
import type { TrialEnd } from './reporter.ts';

type Colours = ReturnType<typeof pc.createColors>;

const VERDICT_WIDTH = 'infra-error'.length;
const INDENT = '    ';
const REASON_MAX = 240;

/** `pass`, `fail`, or why there is no verdict. */
export const verdictWord = ({ outcome, passed }: Pick<TrialRecord, 'outcome' | 'passed'>): string =>
  outcome === 'judged' ? (passed ? 'pass' : 'fail') : outcome;

export interface LineOptions {
  /** How many trials are finished, this one included, of how many. */
  finished: number;
  total: number;
  names: TrialNames;
  colours: boolean;
}

/** `[12/180] double-submit  oracle #2  pass  1m42s  $0.31`; for anything but a pass also why, and where to look. */
export function trialLines({ record, evidence }: TrialEnd, options: LineOptions): string[] {
  const { finished, total, names } = options;
  const colours = pc.createColors(options.colours);
  const width = String(total).length;
  const word = verdictWord(record);
  const columns = [
    `[${String(finished).padStart(width)}/${total}] ${names.task(record.id).padEnd(names.taskWidth)}`,
    names.agent(record.id).padEnd(names.agentWidth),
    paint(word, colours)(word.padEnd(VERDICT_WIDTH)),
    formatDuration(record.times.agentMs + record.times.judgeMs).padStart(6),
    formatCost(record.costUsd).padStart(6),
  ];
  const lines = [columns.join('  ').trimEnd()];
  if (word === 'pass') return lines;
  const { agentEnd, rounds } = record;
  const detail = rounds.at(-1)?.detail ?? '';
  if (agentEnd !== null && agentEnd !== 'finished') {
    lines.push(`${INDENT}${oneLine(`agent ${agentEnd}: ${detail}`, REASON_MAX)}`);
  }
  if (record.reason !== '') lines.push(`${INDENT}${oneLine(record.reason, REASON_MAX)}`);
  lines.push(`${INDENT}${colours.dim(evidence)}`);
  return lines;
}

function paint(word: string, colours: Colours): (text: string) => string {
  if (word === 'pass') return colours.green;
  return word === 'fail' ? colours.red : colours.yellow;
}
