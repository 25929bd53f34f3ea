import { invalid } from '../http/api-error.ts';
import type { Activity, ActivityPage, ActivityType } from '../types.ts';
import type { World } from './world.ts';

const PAGE_SIZE = 20;

export interface ActivityQuery {
  type?: ActivityType;
  person?: string;
  task?: number;
  page?: number;
  cursor?: string;
}

const numberOf = (entry: Pick<Activity, 'id'>): number => Number(entry.id.slice(4));

/** Newest first; of the same time, the one added later first. */
function newestFirst(a: Pick<Activity, 'at' | 'id'>, b: Pick<Activity, 'at' | 'id'>): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return numberOf(b) - numberOf(a);
}

// A cursor holds a place in the order, not an offset or an entry: it survives additions and deletions.
const toCursor = (entry: Activity): string => Buffer.from(`${entry.at}|${entry.id}`).toString('base64url');

function fromCursor(cursor: string): Pick<Activity, 'at' | 'id'> {
  const match = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\|(act_\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1] || !match[2]) throw invalid('cursor', 'This cursor is not one of ours.');
  return { at: match[1], id: match[2] };
}

export function activityPage(world: World, query: ActivityQuery): ActivityPage {
  const matching = world.data.activity
    .filter(
      (entry) =>
        (query.type === undefined || entry.type === query.type) &&
        (query.person === undefined || entry.actor.id === query.person) &&
        (query.task === undefined || entry.taskId === query.task),
    )
    .sort(newestFirst);
  const page = query.cursor === undefined ? (query.page ?? 1) : null;
  let start = ((page ?? 1) - 1) * PAGE_SIZE;
  if (query.cursor !== undefined) {
    const place = fromCursor(query.cursor);
    const following = matching.findIndex((entry) => newestFirst(place, entry) < 0);
    start = following < 0 ? matching.length : following;
  }
  const items = matching.slice(start, start + PAGE_SIZE);
  const last = items.at(-1);
  return {
    items,
    total: matching.length,
    page,
    pageCount: Math.max(1, Math.ceil(matching.length / PAGE_SIZE)),
    nextCursor: last && start + PAGE_SIZE < matching.length ? toCursor(last) : null,
  };
}
