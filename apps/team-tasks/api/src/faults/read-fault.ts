import { invalid } from '../http/api-error.ts';
import {
  integerBetween,
  listOf,
  object,
  oneOf,
  type Reader,
  type ReadersOf,
  readStrict,
  required,
  text,
} from '../http/fields.ts';
import { nextId } from '../world/ids.ts';
import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';

interface FaultRequest {
  method: string[];
  path: string;
  id: string[];
  query: Record<string, string[] | null>;
  status: number;
  delayMs: number;
  times: number;
  when: Fault['when'];
}

const oneOrMany =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, field) =>
    Array.isArray(value) ? listOf(read, 200)(value, field) : [read(value, field)];

const textOrNumber: Reader<string> = (value, field) =>
  text(1, 200)(typeof value === 'number' ? String(value) : value, field);

const path: Reader<string> = (value, field) => {
  const pattern = text(1, 200)(value, field);
  if (!pattern.startsWith('/')) throw invalid(field, 'A path starts with a slash, such as /api/tasks/:id.');
  return pattern;
};

const query: Reader<FaultRequest['query']> = (value, field) =>
  Object.fromEntries(
    Object.entries(object(value, field)).map(([name, allowed]) => [
      name,
      allowed === null ? null : oneOrMany(textOrNumber)(allowed, `${field}.${name}`),
    ]),
  );

const readers: ReadersOf<FaultRequest> = {
  method: oneOrMany(oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  path,
  id: oneOrMany(textOrNumber),
  query,
  status: integerBetween(400, 599),
  delayMs: integerBetween(0, 600_000),
  times: integerBetween(1, 1_000_000),
  when: oneOf(['before', 'after']),
};

/** Adds a fault that was asked for over the control plane. */
export function addFault(world: World, body: Record<string, unknown>): Fault {
  const asked = readStrict<FaultRequest>(body, readers);
  const pattern = required(asked.path, 'path');
  if (asked.id && !pattern.split('/').includes(':id')) throw invalid('id', 'The path has no segment :id.');
  if (asked.status === undefined && !asked.delayMs) throw invalid('status', 'A fault needs a status, a delay or both.');
  const fault: Fault = {
    faultId: nextId(world, 'fault'),
    methods: asked.method ?? [],
    path: pattern,
    ids: asked.id ?? [],
    query: asked.query ?? {},
    status: asked.status ?? null,
    delayMs: asked.delayMs ?? 0,
    remaining: asked.times ?? null,
    when: asked.when ?? 'before',
  };
  world.faults.push(fault);
  return fault;
}
