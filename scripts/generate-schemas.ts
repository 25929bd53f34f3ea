import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { appManifestSchema, listSchema, solutionSchema, suiteSchema, taskSchema } from '../src/schema/index.ts';

/** JSON Schemas of what users write, for their editors. `--check` only says which are stale. */
const schemas = {
  app: { title: 'app.toml of an application', schema: appManifestSchema },
  list: { title: 'A list of tasks, suites/<list>.toml', schema: listSchema },
  solution: { title: 'A solution as edits, <name>.toml', schema: solutionSchema },
  suite: { title: 'suite.toml of a suite', schema: suiteSchema },
  task: { title: 'task.toml of a task', schema: taskSchema },
};

const folder = join(dirname(fileURLToPath(import.meta.url)), '../schemas');
const check = process.argv.includes('--check');
mkdirSync(folder, { recursive: true });
for (const [name, { title, schema }] of Object.entries(schemas)) {
  const path = join(folder, `${name}.schema.json`);
  const text = `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`;
  if (!check) writeFileSync(path, text);
  else if (readOrEmpty(path) !== text) {
    console.error(`schemas/${name}.schema.json is stale: type \`npm run generate\``);
    process.exitCode = 1;
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not generated yet: stale like any other difference.
    return '';
  }
}
