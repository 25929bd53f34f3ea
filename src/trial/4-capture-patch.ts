import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeFileAtomic } from '../host/index.ts';
import type { Capture } from '../schema/index.ts';
import { capturePatch } from '../workspace/index.ts';
import type { PreparedTask } from './trial-context.ts';

export interface CapturedPatch {
  patch: Buffer;
  capture: Capture;
  sha256: string;
}

/** Reads the dead pod's workspace and writes `patch.diff`. @throws InfraError: a lost patch is never an empty one. */
export async function captureFinalPatch(
  { task, store, baselineTree, declared }: PreparedTask,
  workspaceDir: string,
  dir: string,
): Promise<CapturedPatch> {
  const { protectedPaths } = task.config;
  const { patch, capture } = await capturePatch({ store, dir: workspaceDir, baselineTree, declared, protectedPaths });
  writeFileAtomic(join(dir, 'patch.diff'), patch);
  return { patch, capture, sha256: createHash('sha256').update(patch).digest('hex') };
}
