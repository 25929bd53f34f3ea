import { matchPath } from '../faults/match-path.ts';
import { invalid } from '../http/api-error.ts';
import type { RequestEntry } from '../world/request-log.ts';
import type { World } from '../world/world.ts';

const KNOWN = ['method', 'path', 'after'];

/** The log, narrowed by `method`, `path` (a pattern as in faults) and `after` (a sequence number). */
export function readRequests(world: World, query: Record<string, string>): { items: RequestEntry[]; dropped: number } {
  for (const name of Object.keys(query)) {
    if (!KNOWN.includes(name)) throw invalid(name, `Unknown parameter. Known are: ${KNOWN.join(', ')}.`);
  }
  const { method, path } = query;
  const after = Number(query.after ?? 0);
  if (!Number.isInteger(after)) throw invalid('after', 'This is the number of an entry.');
  const items = world.log
    .entries()
    .filter(
      (entry) =>
        entry.seq > after &&
        (method === undefined || entry.method === method.toUpperCase()) &&
        (path === undefined || matchPath(path, entry.path) !== undefined),
    );
  return { items, dropped: world.log.dropped() };
}
