import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { errorText, systemCode, TaskError } from '../errors.ts';
import { type AppManifest, appManifestSchema, parseWith } from '../schema/index.ts';

/** Reads `app.toml` of a folder. A folder without one is a workspace without an app. @throws TaskError `bad-app` */
export function loadManifest(dir: string): AppManifest {
  const path = join(dir, 'app.toml');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw new TaskError('bad-app', `cannot read ${path}: ${errorText(error)}`);
    return appManifestSchema.parse({ schemaVersion: 1, name: 'folder' });
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new TaskError('bad-app', `${path} is not TOML: ${errorText(error)}`);
  }
  const result = parseWith(appManifestSchema, value);
  if (result.ok) return result.value;
  const list = result.problems.map((problem) => `  ${problem.key} ${problem.message}`).join('\n');
  throw new TaskError('bad-app', `${path}:\n${list}`);
}
