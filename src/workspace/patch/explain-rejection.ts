import { UserError } from '../../errors.ts';
import { readTreeFile } from '../store/list-tree.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { isReservedName, showPath } from '../store/path-bytes.ts';
import { hunkHeader, type PatchFile, parsePatch } from './parse-patch.ts';

export interface Rejection {
  store: ObjectStore;
  baselineTree: string;
  patch: Buffer;
  stderr: Buffer;
}

/** Beyond this a patch is not taken apart for a message. */
const MAX_EXPLAINED_BYTES = 64 << 20;

/** Makes git's refusal of a patch into an error that names file and hunk. */
export async function explainRejection(rejection: Rejection): Promise<UserError> {
  const files = rejection.patch.length > MAX_EXPLAINED_BYTES ? [] : parsePatch(rejection.patch);
  const unsafe = files.find(({ path }) => isUnsafePath(path));
  if (unsafe !== undefined) {
    return new UserError(
      'patch-unsafe',
      `the patch writes to ${show(unsafe.path)}, which is not a path of a workspace`,
    );
  }
  const errors = [...rejection.stderr.toString('latin1').matchAll(/^error: (.*)$/gm)].map(([, text = '']) => text);
  for (const error of errors) {
    const [, path, line] = /^patch failed: (.*):(\d+)$/.exec(error) ?? [];
    if (path !== undefined) return await hunkError(rejection, files, path, Number(line));
  }
  const reason = show(errors[0] ?? 'git refused it without a reason');
  return new UserError('patch-does-not-apply', `the patch does not apply: ${reason}`);
}

async function hunkError(rejection: Rejection, files: readonly PatchFile[], path: string, line: number) {
  const file = files.find((each) => each.path === path);
  const index = file?.hunks.findIndex(({ oldStart }) => oldStart === line) ?? -1;
  const hunk = file?.hunks[index];
  const which = hunk === undefined ? `the hunk at line ${line}` : `hunk ${index + 1} (${show(hunkHeader(hunk))})`;
  const hint = (await lineEndHint(rejection, path, hunk?.lines)) ?? 'was the patch made against this baseline?';
  const message = `the patch does not apply: ${which} of ${show(path)} does not match the file`;
  return new UserError('patch-does-not-apply', message, hint);
}

async function lineEndHint({ store, baselineTree }: Rejection, path: string, lines: readonly string[] | undefined) {
  const content = await readTreeFile(store, baselineTree, Buffer.from(path, 'latin1'));
  if (content === undefined || lines === undefined) return undefined;
  const fileHasCrLf = content.includes('\r\n');
  const patchHasCrLf = lines.some((line) => line.endsWith('\r\n'));
  if (fileHasCrLf === patchHasCrLf) return undefined;
  const name = (isCrLf: boolean) => (isCrLf ? 'CRLF' : 'LF');
  return `the file has ${name(fileHasCrLf)} line ends, the patch ${name(patchHasCrLf)}: something converted the patch on its way`;
}

function isUnsafePath(path: string): boolean {
  const names = path.split('/');
  return (
    path !== '' && names.some((name) => ['', '.', '..'].includes(name) || isReservedName(Buffer.from(name, 'latin1')))
  );
}

const show = (latin1: string): string => showPath(Buffer.from(latin1, 'latin1'));
