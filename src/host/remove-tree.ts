import { lstatSync } from 'node:fs';
import { errorText, systemCode } from '../errors.ts';
import { runProcess } from './process.ts';

const TIMEOUT_MS = 600_000;

/**
 * Removes a folder that a hostile process filled: closed folders, paths longer than a call takes, names that are no
 * text. The system's own `rm` and `chmod` go from folder to folder and follow no link, also if one is put in their way.
 * Never throws. Returns why something is left, or undefined if nothing is.
 */
export async function removeTree(dir: string): Promise<string | undefined> {
  let trouble = '';
  for (const words of [
    ['rm', '-rf'],
    ['chmod', '-R', 'u+rwx'],
    ['rm', '-rf'],
  ]) {
    if (isGone(dir)) return undefined;
    try {
      trouble = (await runProcess([...words, '--', dir], { timeoutMs: TIMEOUT_MS })).stderr.toString();
    } catch (error) {
      trouble = errorText(error);
    }
  }
  return isGone(dir) ? undefined : trouble.trim() || `${dir} is still there`;
}

function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    return systemCode(error) === 'ENOTDIR';
  }
}
