import { z } from 'zod';

/** A path as people read it: bytes that are not UTF-8 are escaped as \xNN, so the text is unique but for display only. */
const shownPath = z.string();

/** One path of the workspace that differs from the baseline. Modes and ids are git's; null on the side where it is absent. */
export const changedPathSchema = z.strictObject({
  path: shownPath,
  status: z.enum(['added', 'deleted', 'modified', 'type-changed']),
  oldMode: z.string().nullable(),
  newMode: z.string().nullable(),
  sizeBytes: z.int().nonnegative(),
});
export type ChangedPath = z.infer<typeof changedPathSchema>;

/** Something in the workspace that a patch cannot or must not carry. */
export const skippedPathSchema = z.strictObject({
  path: shownPath,
  reason: z.enum(['fifo', 'socket', 'device', 'git-directory', 'too-large', 'declared', 'unreadable', 'limit']),
  detail: z.string().optional(),
});
export type SkippedPath = z.infer<typeof skippedPathSchema>;

/** What capture found after the pod was dead. `tree` is the id of the captured tree in bugsweep's own object store. */
export const captureSchema = z.strictObject({
  baselineTree: z.string(),
  tree: z.string(),
  patchBytes: z.int().nonnegative(),
  changed: z.array(changedPathSchema),
  skipped: z.array(skippedPathSchema),
  /** Protected paths that were changed: recorded as tampering, not dropped. */
  tampered: z.array(shownPath),
});
export type Capture = z.infer<typeof captureSchema>;
