/** The values of a pattern's named segments, or undefined if the path does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  const open = wanted.at(-1) === '*';
  if (open ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const values: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? '';
    if (open && at === wanted.length - 1) break;
    if (segment.startsWith(':') && value !== '') values[segment.slice(1)] = value;
    else if (segment !== value) return undefined;
  }
  return values;
}
