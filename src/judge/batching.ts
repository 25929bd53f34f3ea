import type { GroupResult, JudgeBatch, JudgeGroup } from './group.ts';

/** Judges one group. */
export type JudgeOne = (group: JudgeGroup) => Promise<GroupResult>;

const GATHER_MS = 50;

/**
 * Lets many callers share Playwright processes: groups that come while a batch is under way wait for the next one.
 * @param maxSize groups of one batch at most
 */
export function batchingJudge(
  judge: JudgeBatch,
  options: { workers: number; maxSize: number; signal?: AbortSignal },
): JudgeOne {
  const waiting: { group: JudgeGroup; resolve: (result: GroupResult) => void; reject: (error: unknown) => void }[] = [];
  let running = false;
  const flush = async () => {
    if (running) return;
    running = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting.splice(0, options.maxSize);
        try {
          const results = await judge(
            batch.map(({ group }) => group),
            { ...options, onResult: (group, result) => batch.find((one) => one.group === group)?.resolve(result) },
          );
          batch.forEach(({ resolve, reject }, index) => {
            const result = results[index];
            if (result === undefined) reject(new Error('the judge gave no result'));
            else resolve(result);
          });
        } catch (error) {
          for (const { reject } of batch) reject(error);
        }
      }
    } finally {
      running = false;
    }
  };
  return (group) =>
    new Promise((resolve, reject) => {
      waiting.push({ group, resolve, reject });
      setTimeout(flush, GATHER_MS);
    });
}
