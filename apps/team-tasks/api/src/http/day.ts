import { invalid } from './api-error.ts';
import type { Reader } from './fields.ts';

/** A real calendar day written as YYYY-MM-DD. */
export const day: Reader<string> = (value, field) => {
  const wellFormed = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const parsed = wellFormed ? new Date(`${value}T00:00:00.000Z`) : undefined;
  if (!parsed || Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== value) {
    throw invalid(field, 'A day must be written as YYYY-MM-DD.');
  }
  return value;
};

/** A moment in any form of ISO 8601 with a zone; returned in UTC. */
export const moment: Reader<string> = (value, field) => {
  const wellFormed =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(value);
  const parsed = wellFormed ? new Date(value) : undefined;
  if (!parsed || Number.isNaN(parsed.getTime())) {
    throw invalid(field, 'A time must be written as 2026-03-16T09:00:00Z or with another zone.');
  }
  return parsed.toISOString();
};
