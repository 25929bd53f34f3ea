import picomatch from 'picomatch';
import { UserError } from '../errors.ts';

/**
 * Matcher for paths inside a workspace. A glob is relative to its root: `*` stays within a folder, `**` crosses
 * folders, names that start with a dot are no exception; a glob that names a folder means all that is in it.
 * @throws UserError `bad-glob` for an empty or absolute glob, or one with `..`.
 */
export function compileGlobs(globs: readonly string[]): (path: Buffer) => boolean {
  if (globs.length === 0) return () => false;
  const patterns = globs.map(normalise).flatMap((glob) => [glob, `${glob}/**`]);
  // A name may hold a newline, which `.` matches only with the flag s.
  const matches = picomatch(patterns, { dot: true, nonegate: true, flags: 's' });
  return (path) => matches(path.toString('utf8'));
}

function normalise(glob: string): string {
  const trimmed = glob.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (trimmed === '' || trimmed.startsWith('/') || trimmed.split('/').includes('..')) {
    throw new UserError(
      'bad-glob',
      `\`${glob}\` is not a path or glob inside the workspace`,
      'write it relative to the root of the workspace, for example src/**/*.test.ts',
    );
  }
  return trimmed;
}
