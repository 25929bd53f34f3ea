import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '../environment/index.ts';
import { errorText } from '../errors.ts';
import { appendLine, isoNow, monotonicMs, writeFileAtomic } from '../host/index.ts';
import type { Snapshot } from '../schema/index.ts';
import { capturePatch } from '../workspace/index.ts';
import type { PreparedTask } from './trial-context.ts';

/** All that snapshots of one trial may take on disk. */
const MAX_BYTES = 256 << 20;
/** The pod stands still for a snapshot: never more than this part of the time. */
const MAX_SHARE = 0.1;

export interface Snapshots {
  /** Waits for one that is being taken; takes no more. */
  stop(): Promise<void>;
}

/**
 * Keeps what the workspace holds every now and then (`snapshots/<seconds>s.diff`, and a line in `snapshots.jsonl` where
 * it has changed), so that it can be judged later what an agent had after how much time. Trouble ends the snapshots and
 * becomes a warning: the verdict rests on the last capture alone.
 */
export function takeSnapshots(options: {
  prepared: PreparedTask;
  pod: Pod;
  workspaceDir: string;
  /** Folder of the trial's record. */
  dir: string;
  everyMs: number;
  warnings: string[];
}): Snapshots {
  const { prepared, pod, workspaceDir, dir, everyMs, warnings } = options;
  const { store, baselineTree, declared } = prepared;
  const startedAt = monotonicMs();
  let lastTree = baselineTree;
  let bytes = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let taking = Promise.resolve();

  const take = async () => {
    const elapsedMs = monotonicMs() - startedAt;
    const { patch, capture } = await pod.whileFrozen(() =>
      capturePatch({ store, dir: workspaceDir, baselineTree, declared, protectedPaths: [] }),
    );
    // A pod that has died meanwhile may have left anything.
    if (isOver || capture.tree === lastTree) return;
    lastTree = capture.tree;
    bytes += patch.length;
    if (bytes > MAX_BYTES) throw new Error(`they would take more than ${MAX_BYTES >> 20} MiB`);
    const name = `${Math.round(elapsedMs / 1000)}s.diff`;
    mkdirSync(join(dir, 'snapshots'), { recursive: true });
    writeFileAtomic(join(dir, 'snapshots', name), patch);
    const line: Snapshot = { at: isoNow(), elapsedMs: Math.round(elapsedMs), tree: capture.tree, patch: name };
    await appendLine(join(dir, 'snapshots.jsonl'), JSON.stringify(line));
  };
  const next = (afterMs: number) => {
    timer = setTimeout(() => {
      const from = monotonicMs();
      taking = take().then(
        () => {
          if (!isOver) next(Math.max(everyMs, (monotonicMs() - from) / MAX_SHARE));
        },
        (error: unknown) => {
          if (!isOver) warnings.push(`no more snapshots of the workspace: ${errorText(error)}`);
        },
      );
    }, afterMs);
  };
  next(everyMs);
  return {
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await taking;
    },
  };
}
