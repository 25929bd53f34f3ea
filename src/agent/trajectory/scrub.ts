/** What keys of the well-known services look like. */
const PATTERNS = [
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}/g,
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{30,}/g,
  /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{18,}/g,
  /(?<![A-Za-z0-9])xox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])A(?:KI|SI)A[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** Names of variables that tell of a secret. */
export const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
/** Shorter values occur by chance. */
const MIN_CHARS = 8;

/** Takes secrets out of a text: values of the caller's own variables with a telling name, and what looks like a key. */
export type Scrub = (text: string) => string;

export function scrubber(env: Readonly<Record<string, string | undefined>>): Scrub {
  const own = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value?.length ?? 0) >= MIN_CHARS)
    .map(([, value]) => value ?? '')
    // A value that holds another one goes first.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of own) clean = clean.replaceAll(value, '[secret]');
    for (const pattern of PATTERNS) clean = clean.replace(pattern, '[secret]');
    return clean;
  };
}

/** Takes secrets out of every text of a parsed value, names of fields included. */
export function scrubAll(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((each) => scrubAll(each, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [scrub(name), scrubAll(each, scrub)]));
}

/** The same for one line of a program's output, which is JSON or is not. */
export function scrubLine(line: string, scrub: Scrub): string {
  try {
    return JSON.stringify(scrubAll(JSON.parse(line), scrub));
  } catch {
    return scrub(line);
  }
}
