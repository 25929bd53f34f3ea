import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import {
  defaultLimits,
  type Environment,
  type Mount,
  type Owner,
  type Pod,
  type PodLimits,
  type PodProduct,
} from '../../../src/environment/index.ts';
import { createScratch, type Scratch } from '../../../src/host/index.ts';

export const asRoot = process.getuid?.() === 0;

/** What an attack can know and use: real files and sockets of this machine. */
export interface Field {
  scratch: Scratch;
  environment: Environment;
  owner: Owner | undefined;
  workspaceDir: string;
  /** Folder that no pod is given, with one file `secret.txt`. */
  hiddenDir: string;
  pod: Pod;
}

export type OpenField = (
  limits?: Partial<PodLimits>,
  extraMounts?: (field: Field) => Mount[],
  product?: PodProduct,
) => Promise<Field>;

/** An environment to be attacked. */
export interface Place {
  openField: OpenField;
  /** A pod as an agent gets it, made before the tests of a file and killed after them. */
  attackedPod(): () => Field;
}

export function placeIn(environmentOf: (scratch: Scratch) => Environment | Promise<Environment>): Place {
  const openField: OpenField = async (limits = {}, extraMounts = () => [], product) => {
    const scratch = createScratch();
    const environment = await environmentOf(scratch);
    const owner = environment.allocateOwner();
    const workspaceDir = join(scratch.newDir('attacked'), 'workspace');
    mkdirSync(workspaceDir);
    writeFileSync(join(workspaceDir, 'README.md'), 'workspace\n');
    if (owner !== undefined) chownSync(workspaceDir, owner.uid, owner.gid);
    const hiddenDir = scratch.newDir('hidden');
    writeFileSync(join(hiddenDir, 'secret.txt'), 'SECRET\n', { mode: 0o644 });
    const field: Field = { scratch, environment, owner, workspaceDir, hiddenDir, pod: undefined as unknown as Pod };
    const mounts: Mount[] = [{ at: '/workspace', kind: 'write', from: workspaceDir }, ...extraMounts(field)];
    field.pod = await environment.createPod(
      {
        label: 'attacked',
        mounts,
        limits: { ...defaultLimits, ...limits },
        ...(product === undefined ? {} : { product }),
      },
      owner,
    );
    return field;
  };
  return {
    openField,
    attackedPod: () => {
      let field: Field | undefined;
      beforeAll(async () => {
        field = await openField();
      });
      afterAll(async () => {
        await field?.pod.kill();
        await field?.scratch.dispose();
      });
      return () => {
        if (field === undefined) throw new Error('the pod is not there yet');
        return field;
      };
    },
  };
}

/** Runs a shell line in the pod; what it prints, errors included. */
export async function inside({ pod }: Field, line: string, timeoutMs = 30_000): Promise<string> {
  const result = await pod.run(['sh', '-c', line], { cwd: '/workspace', timeoutMs });
  return `${result.stdout}${result.stderr}`;
}

/** The same line without any protection, as the user who runs the tests. */
export function unprotected(line: string, options: { cwd?: string; env?: Record<string, string> } = {}): string {
  try {
    const env = { ...process.env, ...options.env };
    return execFileSync('sh', ['-c', line], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
      cwd: options.cwd ?? '/',
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`;
  }
}

export const remove = (path: string): void => rmSync(path, { recursive: true, force: true });
