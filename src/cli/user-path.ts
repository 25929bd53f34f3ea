import { systemCode, UserError } from '../errors.ts';

/** What is wrong with a path, by the system's code. A full disk is not among them: no other path would do. */
const WRONG: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist, or cannot be made',
  ENOTDIR: 'is not a folder, or lies below a file',
  EEXIST: 'is a file, not a folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'is closed to you',
  EPERM: 'is closed to you',
  EROFS: 'cannot be written: the file system is read-only',
  ELOOP: 'is a link that leads nowhere',
  ENAMETOOLONG: 'is too long',
};

/**
 * Does something with a path that the caller gave. What the system has against the path is the caller's mistake, also
 * where it is the cause of another error. @throws UserError `bad-path`
 */
export async function onUserPath<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof UserError) throw error;
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      const wrong = WRONG[systemCode(cause) ?? ''];
      if (wrong !== undefined) throw new UserError('bad-path', `${path} ${wrong}`, 'give another path');
    }
    throw error;
  }
}
