import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { parse } from 'smol-toml';
import { findJudgeBrowser } from '../../../browser/index.ts';
import { parseWith, taskSchema } from '../../../schema/index.ts';
import type { AppAccess, FreshAnswer } from '../protocol.ts';
import { groupOfSpec } from '../protocol.ts';
import { CannotJudge } from './check-log.ts';
import { createControl } from './control.ts';
import { callHost, isHosted } from './host-client.ts';

/** A fresh app for the check that runs now. @throws CannotJudge */
export async function freshAccess(testInfo: TestInfo): Promise<AppAccess> {
  if (!isHosted()) return accessByHand(testInfo);
  const answer = await callHost<FreshAnswer>(`/groups/${groupOfSpec(testInfo.file)}/fresh`, {});
  if (answer.kind === 'trouble') throw new CannotJudge(answer.code, answer.message);
  return answer.access;
}

/**
 * For an author who runs one judge with Playwright's own tools against an app started by hand:
 * `BUGSWEEP_APP_URL` names the app, `BUGSWEEP_CONTROL_URL` the API's control plane (if it has one).
 */
async function accessByHand({ file, outputDir }: TestInfo): Promise<AppAccess> {
  const url = process.env.BUGSWEEP_APP_URL;
  if (url === undefined) {
    throw new CannotJudge(
      'by-hand',
      'set BUGSWEEP_APP_URL (and BUGSWEEP_CONTROL_URL) to a running app; see CONTRIBUTING.md',
    );
  }
  const task = parseWith(taskSchema, parse(readFileSync(join(dirname(file), '../task.toml'), 'utf8')));
  if (!task.ok) throw new CannotJudge('by-hand', `task.toml: ${JSON.stringify(task.problems)}`);
  const { app, judgeFaults } = task.value;
  const control = controlByHand();
  if (control !== null)
    await createControl(control).call('POST', '/reset', { fixture: app.fixture, faults: judgeFaults });
  mkdirSync(outputDir, { recursive: true });
  return {
    url,
    browserPrefix: [],
    chromium: findJudgeBrowser() ?? '',
    viewport: app.viewport,
    pageMode: 'normal',
    trace: 'none',
    controlSocket: null,
    evidenceDir: outputDir,
  };
}

export function controlByHand(): { host: string; port: number } | null {
  const url = process.env.BUGSWEEP_CONTROL_URL;
  if (url === undefined) return null;
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
