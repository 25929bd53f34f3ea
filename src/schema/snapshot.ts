import { z } from 'zod';

/** One line of `snapshots.jsonl`: the workspace has changed since the line before, or since the agent began. */
export const snapshotSchema = z.strictObject({
  at: z.string(),
  /** Since the agent began. */
  elapsedMs: z.int().nonnegative(),
  /** Id of the workspace's tree. */
  tree: z.string(),
  /** Name below `snapshots/` of the patch against the baseline. */
  patch: z.string(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;
