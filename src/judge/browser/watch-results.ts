import { sleep } from '../../host/index.ts';
import { type Results, readResults } from './read-results.ts';

/** Calls `onGroupEnd` once for each group whose last check has been reported. */
export function watchResults(
  path: string,
  onGroupEnd: (group: string, results: Results) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ended = new Set<string>();
  const look = () => {
    const results = readResults(path);
    for (const [group, reported] of results.checks) {
      if (ended.has(group) || reported.length < (results.counts[group] ?? Number.POSITIVE_INFINITY)) continue;
      ended.add(group);
      onGroupEnd(group, results);
    }
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      look();
      await sleep(200, stopping.signal).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}
