import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  appManifestSchema,
  behaviorFileSchema,
  judgeSettingsSchema,
  listSchema,
  solutionSchema,
  suiteSchema,
  taskSchema,
} from '../src/schema/index.ts';

/** JSON Schemas of what users write, for their editors. `--check` only says which are stale. */
const schemas = {
  app: { title: 'app.toml of an application', schema: appManifestSchema },
  behavior: { title: 'tests/behavior.yaml of a task', schema: behaviorFileSchema },
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
  const text = `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input', override: nameShortForms }) }, null, 2)}\n`;
  if (!check) writeFileSync(path, text);
  else if (readOrEmpty(path) !== text) {
    console.error(`schemas/${name}.schema.json is stale: type \`npm run generate\``);
    process.exitCode = 1;
  }
}

/** `judge = "agentic"`: what a schema takes before it is read as a table is nothing that zod could know. */
function nameShortForms({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (zodSchema !== judgeSettingsSchema || jsonSchema.oneOf === undefined) return;
  jsonSchema.oneOf.push({ type: 'string', enum: ['browser', 'agentic'] });
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Not generated yet: stale like any other difference.
    return '';
  }
}
