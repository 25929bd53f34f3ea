import { UserError } from '../../errors.ts';
import type { Replace } from '../../schema/index.ts';
import { type FileMode, importTree } from '../store/import-tree.ts';
import { listTree } from '../store/list-tree.ts';
import { type ObjectStore, runGit } from '../store/object-store.ts';

/** Makes the replacements one after the other and returns the resulting tree. @throws UserError `bad-solution`. */
export async function replaceInTree(
  replaces: readonly Replace[],
  { store, tree, path }: { store: ObjectStore; tree: string; path: string },
): Promise<string> {
  let current = tree;
  for (const [index, replace] of replaces.entries()) {
    const entry = (await listTree(store, current)).find((each) => each.path.equals(Buffer.from(replace.file)));
    if (entry === undefined || entry.mode === '120000') {
      throw new UserError('bad-solution', `${path}: replace[${index}].file: there is no file ${replace.file}`);
    }
    const content = (await runGit(store, ['cat-file', 'blob', entry.id])).stdout;
    const edited = replaceIn(content, replace, `${path}: replace[${index}].pattern`);
    current = await importTree(store, (into) => into.add(entry.path, entry.mode as FileMode, edited), current);
  }
  return current;
}

function replaceIn(content: Buffer, { file, pattern, replacement, count }: Replace, key: string): Buffer {
  // A file that is not UTF-8 must come out with all its other bytes as they were.
  const encoding = Buffer.from(content.toString('utf8')).equals(content) ? 'utf8' : 'latin1';
  const text = content.toString(encoding);
  const expression = new RegExp(pattern, 'gm');
  const found = [...text.matchAll(expression)].length;
  if (found !== count) throw new UserError('bad-solution', `${key} matches ${found} times in ${file}, not ${count}`);
  return Buffer.from(text.replace(expression, replacement), encoding);
}
