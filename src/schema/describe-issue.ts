import type { z } from 'zod';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a value, to stand after its key: `must be at least 1`. Needs issues that carry their input. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${typeName(issue)}, not ${shown(issue.input)}`;
    case 'invalid_value':
      return oneOf(issue.values, issue.input);
    case 'too_small':
      return bound(issue, 'at least', Number(issue.minimum));
    case 'too_big':
      return bound(issue, 'at most', Number(issue.maximum));
    case 'invalid_union':
      return describeUnion(issue);
    default:
      return issue.message.replace(/^Invalid (input|string): /, '');
  }
}

function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in issue && issue.options !== undefined && issue.discriminator !== undefined) {
    const input = issue.input as Record<string, unknown> | null;
    return oneOf(issue.options, input?.[issue.discriminator]);
  }
  const alternatives = issue.errors.map((issues) => issues.map(describeIssue).join(', '));
  return [...new Set(alternatives)].join('; or ');
}

function typeName(issue: Extract<Issue, { code: 'invalid_type' }>): string {
  const names: Readonly<Record<string, string>> = {
    ...{ string: 'text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
    ...{ object: 'a table', record: 'a table', array: 'a list' },
  };
  return names[issue.expected] ?? issue.expected;
}

function oneOf(values: readonly unknown[], input: unknown): string {
  if (input === undefined) return 'is missing';
  const words = values.map(String);
  const list = words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`;
  const near = typeof input === 'string' && words.length > 1 ? nearest(input, words) : undefined;
  return `must be ${list}, not ${shown(input)}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

function bound(issue: { origin: string; inclusive?: boolean }, phrase: string, limit: number): string {
  const strict =
    issue.inclusive === false ? phrase.replace('at least', 'more than').replace('at most', 'less than') : phrase;
  if (issue.origin === 'string') {
    return limit === 1 && phrase === 'at least' ? 'must not be empty' : `must have ${strict} ${limit} characters`;
  }
  if (issue.origin === 'array') {
    return limit === 1 && phrase === 'at least' ? 'must not be empty' : `must have ${strict} ${limit} entries`;
  }
  return `must be ${strict} ${limit}`;
}

/** The value as the user wrote it, if it is short. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a table';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
