import { readFileSync, statSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { errorText, UserError } from '../../errors.ts';
import {
  type Problem,
  parseWith,
  type SweeperRow,
  type SweeperWorkflow,
  sweeperRowSchema,
  sweeperWorkflowsSchema,
} from '../../schema/index.ts';

/** A row with what its workflows say. */
export interface SweeperCase {
  /** Line of the file, from 1. */
  row: number;
  fields: SweeperRow;
  workflows: SweeperWorkflow[];
}

/** One thing wrong with a row. `field` is a dotted path; empty for the whole. */
export interface RowProblem {
  row: number;
  field: string;
  message: string;
}

const MAX_FILE_BYTES = 64 << 20;
const MAX_ROWS = 10_000;

/**
 * Reads `test.jsonl`. What is wrong with a row is said of that row; the others are read all the same.
 * @throws UserError `bad-rows` if the file is too large to be one, or has no row
 */
export function readSweeperRows(file: string): { cases: SweeperCase[]; problems: RowProblem[] } {
  if (statSync(file).size > MAX_FILE_BYTES) {
    throw new UserError('bad-rows', `${file} is larger than ${MAX_FILE_BYTES >> 20} MiB`, 'is it the right file?');
  }
  const cases: SweeperCase[] = [];
  const problems: RowProblem[] = [];
  const taken = new Map<string, number>();
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const row = index + 1;
    const read = readRow(line, row, taken);
    if ('fields' in read) cases.push(read);
    else problems.push(...read.problems.map(({ key, message }) => ({ row, field: key, message })));
  }
  if (cases.length + problems.length > 0) return { cases, problems };
  throw new UserError('bad-rows', `${file} has no row`, 'it must hold one JSON object a line');
}

function readRow(line: string, row: number, taken: Map<string, number>): SweeperCase | { problems: Problem[] } {
  const wrong = (key: string, message: string) => ({ problems: [{ key, message }] });
  if (row > MAX_ROWS) return wrong('', `is beyond the ${MAX_ROWS} rows that are read`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return wrong('', `is not JSON: ${errorText(error)}`);
  }
  const fields = parseWith(sweeperRowSchema, value);
  if (!fields.ok) return fields;
  const id = fields.value.case_id;
  const before = taken.get(id);
  if (before !== undefined) return wrong('case_id', `is ${id}, as in row ${before}`);
  const workflows = readWorkflows(fields.value.workflows);
  if (!workflows.ok) return workflows;
  taken.set(id, row);
  return { row, fields: fields.value, workflows: workflows.value };
}

function readWorkflows(text: string) {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const what = error instanceof YAMLParseError ? 'is not YAML' : 'cannot be read';
    const message = `${what}: ${errorText(error).split('\n')[0]}`;
    return { ok: false as const, problems: [{ key: 'workflows', message }] };
  }
  // The list, alone or under its name.
  const isNamed = typeof value === 'object' && value !== null && Object.keys(value).join() === 'workflows';
  const parsed = parseWith(sweeperWorkflowsSchema, isNamed ? (value as { workflows: unknown }).workflows : value);
  if (parsed.ok) return parsed;
  const problems = parsed.problems.map(({ key, message }) => ({
    key: `workflows${key === '' ? '' : `.${key}`}`,
    message,
  }));
  return { ok: false as const, problems };
}
