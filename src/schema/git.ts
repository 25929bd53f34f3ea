import { z } from 'zod';

/** Names one content for all time: what is fetched under it is checked against it. */
export const commitId = z.string().regex(/^[0-9a-f]{40}$/, 'must be a commit id of 40 hex digits');

/**
 * Where a repository is fetched from, without a person: no ssh, no key, no password, which would stand in a file that
 * many read.
 */
export const gitRepo = z
  .string()
  .refine(
    isGitRepo,
    'must be an https:// or http:// address without a name or password, a file:// address, or an absolute path',
  );

function isGitRepo(text: string): boolean {
  if (text.startsWith('/')) return !/[\0\n]/.test(text);
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, host } = new URL(text);
  if (protocol === 'file:') return host === '';
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
