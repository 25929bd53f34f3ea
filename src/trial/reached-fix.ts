import { createHash } from 'node:crypto';
import type { Recorded } from '../browser/index.ts';
import { changedLines, type ObjectStore, readTreeFile } from '../workspace/index.ts';

/** What the recorder says in place of a hash. */
const UNREADABLE = '0'.repeat(64);

/**
 * Whether a line that the reference changes ran in a browser of the agent's. Null where nobody can tell: the fix is in
 * no script, the file was changed before it was looked at, or the record is not whole and holds no such line.
 */
export async function reachedFix(
  reference: Buffer,
  context: { store: ObjectStore; baselineTree: string; recorded: Recorded },
): Promise<boolean | null> {
  const { store, baselineTree, recorded } = context;
  const { covered, missedCode } = recorded;
  let isKnown = false;
  for (const { path, lines } of changedLines(reference)) {
    const text = await readTreeFile(store, baselineTree, Buffer.from(path, 'latin1'));
    if (text === undefined || lines.length === 0 || !/\.([cm]?[jt]sx?|html?|vue|svelte)$/.test(path)) continue;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const source = covered.find((each) => each.sha256 === sha256);
    if (source?.lines.some(([first, last]) => lines.some((line) => line >= first && line <= last)) === true)
      return true;
    const isEdited =
      source === undefined && covered.some((each) => `/${path}`.endsWith(each.path) || each.path.endsWith(`/${path}`));
    // Addresses of pages are no paths of files: what was served under one cannot be told from what was not.
    const isPage = /\.html?$/.test(path);
    if (isEdited || (isPage && (source === undefined || covered.some((each) => each.sha256 === UNREADABLE))))
      return null;
    isKnown = true;
  }
  return isKnown && !missedCode ? false : null;
}
