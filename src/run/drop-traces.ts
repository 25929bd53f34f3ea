import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes what a judge kept for looking at failures: traces, screenshots, start scripts of its browser. */
export function dropTraces(trialDir: string): void {
  const judge = join(trialDir, 'judge');
  if (!existsSync(judge)) return;
  for (const name of readdirSync(judge, { recursive: true, encoding: 'utf8' })) {
    if (/\.(zip|png|sh)$/.test(name)) rmSync(join(judge, name), { force: true });
  }
}
