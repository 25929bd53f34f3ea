import { invalid, notFound } from '../http/api-error.ts';
import { parseJsonObject } from '../http/parse-json.ts';
import type { PublicContext } from './env.ts';

export const jsonBody = (c: PublicContext): Record<string, unknown> => parseJsonObject(c.get('bytes'));

/** A whole number from 1 in a path or query, written plainly. */
function parseWhole(raw: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(raw) ? Number(raw) : undefined;
}

export function taskIdParam(c: PublicContext, name = 'id'): number {
  const id = parseWhole(c.req.param(name) ?? '');
  if (id === undefined) throw notFound('This task');
  return id;
}

export function wholeQuery(c: PublicContext, name: string): number | undefined {
  const raw = c.req.query(name);
  if (raw === undefined || raw === '') return undefined;
  const value = parseWhole(raw);
  if (value === undefined) throw invalid(name, `The parameter ${name} must be a whole number from 1.`);
  return value;
}

export function textQuery(c: PublicContext, name: string): string | undefined {
  return c.req.query(name) || undefined;
}

export function choiceQuery<T extends string>(c: PublicContext, name: string, allowed: readonly T[]): T | undefined {
  const raw = c.req.query(name);
  if (raw === undefined || raw === '') return undefined;
  if (!allowed.includes(raw as T)) throw invalid(name, `The parameter ${name} must be one of ${allowed.join(', ')}.`);
  return raw as T;
}

/** Drops what is undefined: for objects whose optional keys may not be present with the value undefined. */
export function present<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
