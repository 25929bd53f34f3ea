import type { World } from '../world/world.ts';
import type { Fault } from './fault.ts';
import { matchPath } from './match-path.ts';

export interface FaultTarget {
  method: string;
  path: string;
  query: URLSearchParams;
}

/** What the matching faults of one phase amount to. */
export interface Effect {
  delayMs: number;
  status: number | null;
}

function matches(fault: Fault, { method, path, query }: FaultTarget): boolean {
  if (fault.methods.length > 0 && !fault.methods.includes(method)) return false;
  const values = matchPath(fault.path, path);
  if (!values) return false;
  if (fault.ids.length > 0 && !fault.ids.includes(values.id ?? '')) return false;
  return Object.entries(fault.query).every(([name, allowed]) => {
    const given = query.get(name);
    return allowed === null ? given === null : given !== null && allowed.includes(given);
  });
}

function combine(faults: Fault[], when: Fault['when']): Effect {
  const own = faults.filter((fault) => fault.when === when);
  return {
    delayMs: Math.max(0, ...own.map((fault) => fault.delayMs)),
    status: own.findLast((fault) => fault.status !== null)?.status ?? null,
  };
}

/** Finds the faults for a request that has arrived, and uses up one count of each. */
export function takeFaults(world: World, target: FaultTarget): { ids: string[]; before: Effect; after: Effect } {
  const matching = world.faults.filter((fault) => matches(fault, target));
  for (const fault of matching) if (fault.remaining !== null) fault.remaining -= 1;
  world.faults = world.faults.filter((fault) => fault.remaining !== 0);
  return {
    ids: matching.map((fault) => fault.faultId),
    before: combine(matching, 'before'),
    after: combine(matching, 'after'),
  };
}
