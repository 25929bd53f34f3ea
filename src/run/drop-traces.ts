import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes what a judge kept for looking at failures: traces, screencasts, screenshots, start scripts of its browser. What
 * a model's answers rest on stays.
 */
export function dropTraces(trialDir: string): void {
  const judge = join(trialDir, 'judge');
  if (!existsSync(judge)) return;
  for (const name of readdirSync(judge, { recursive: true, encoding: 'utf8' })) {
    if (/-step-\d+\.png$/.test(name)) continue;
    if (/\.(zip|png|sh)$|-screencast\.html$/.test(name)) rmSync(join(judge, name), { force: true });
  }
}
