/** What keys of the well-known services look like. */
const PATTERNS = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/g,
  /\bglpat-[A-Za-z0-9_-]{18,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\bA(?:KI|SI)A[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
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
