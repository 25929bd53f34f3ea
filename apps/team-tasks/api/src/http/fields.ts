import { invalid } from './api-error.ts';

/** Checks one value of a body or query; throws a 400 that names the field. */
export type Reader<T> = (value: unknown, field: string) => T;

export type ReadersOf<T> = { [K in keyof T]-?: Reader<Exclude<T[K], undefined>> };

function labelOf(field: string): string {
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function text(min: number, max: number): Reader<string> {
  return (value, field) => {
    if (typeof value !== 'string') throw invalid(field, `${labelOf(field)} must be a text.`);
    if (value.length < min || value.length > max) {
      const range = min === 0 ? `at most ${max}` : `between ${min} and ${max}`;
      throw invalid(field, `${labelOf(field)} must be ${range} characters.`);
    }
    return value;
  };
}

export const flag: Reader<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw invalid(field, `${labelOf(field)} must be true or false.`);
  return value;
};

export function numberBetween(min: number, max: number): Reader<number> {
  return (value, field) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max) {
      throw invalid(field, `${labelOf(field)} must be a number from ${min} to ${max}.`);
    }
    return value;
  };
}

export function integerBetween(min: number, max: number): Reader<number> {
  const read = numberBetween(min, max);
  return (value, field) => {
    if (!Number.isInteger(value)) throw invalid(field, `${labelOf(field)} must be a whole number.`);
    return read(value, field);
  };
}

export function oneOf<const T extends string | number>(allowed: readonly T[]): Reader<T> {
  return (value, field) => {
    if (!allowed.includes(value as T)) {
      throw invalid(field, `${labelOf(field)} must be one of ${allowed.join(', ')}.`);
    }
    return value as T;
  };
}

export function nullable<T>(read: Reader<T>): Reader<T | null> {
  return (value, field) => (value === null ? null : read(value, field));
}

export function listOf<T>(read: Reader<T>, max: number): Reader<T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) throw invalid(field, `${labelOf(field)} must be a list.`);
    if (value.length > max) throw invalid(field, `${labelOf(field)} may hold up to ${max} entries.`);
    return value.map((entry) => read(entry, field));
  };
}

export const object: Reader<Record<string, unknown>> = (value, field) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(field, `${labelOf(field)} must be an object.`);
  }
  return value as Record<string, unknown>;
};

/** The known fields of a body, checked; fields that are not there stay away and unknown ones are ignored. */
export function readKnown<T>(body: Record<string, unknown>, readers: ReadersOf<T>): Partial<T> {
  const fields: Partial<T> = {};
  for (const key of Object.keys(readers) as (keyof T & string)[]) {
    if (Object.hasOwn(body, key)) fields[key] = readers[key](body[key], key);
  }
  return fields;
}

/** Like `readKnown`, but an unknown field is refused. */
export function readStrict<T>(body: Record<string, unknown>, readers: ReadersOf<T>): Partial<T> {
  const known = Object.keys(readers);
  for (const key of Object.keys(body)) {
    if (!known.includes(key)) throw invalid(key, `Unknown field. Known are: ${known.join(', ') || 'none'}.`);
  }
  return readKnown(body, readers);
}

export function required<T>(value: T | undefined, field: string): T {
  if (value === undefined) throw invalid(field, `${labelOf(field)} is required.`);
  return value;
}
