import type { World } from './world.ts';
import type { Counters } from './world-data.ts';

const PREFIXES = {
  checklistItem: 'chk',
  comment: 'cmt',
  attachment: 'att',
  member: 'mem',
  invite: 'inv',
  activity: 'act',
  notification: 'ntf',
  order: 'ord',
  session: 'ses',
  fault: 'flt',
} as const;

export function nextNumber(world: World, kind: keyof Counters): number {
  const given = world.data.counters[kind];
  world.data.counters[kind] = given + 1;
  return given;
}

export function nextId(world: World, kind: keyof typeof PREFIXES): string {
  return `${PREFIXES[kind]}_${nextNumber(world, kind)}`;
}
