import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files by their path below `dir`. */
export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

export const suiteToml = (name: string): string =>
  `schemaVersion = 1\nname = "${name}"\ntitle = "The suite ${name}"\nversion = 3\n`;

/** A task.toml with an application of its own; `rest` goes before the first table. */
export const taskToml = (id: string, rest = 'kind = "bug"\nactions = ["read"]'): string => `schemaVersion = 1
id = "${id}"
title = "Title of ${id}"
summary = "Summary of ${id}"
group = "classic"
category = "async"
licence = "MIT"
${rest}

[source]
kind = "app"
app = "./environment/site"
`;

/** All files of a task that loads, below `<suite>/<id>`. */
export const taskFiles = (suite: string, id: string, rest?: string): Record<string, string> => ({
  [`${suite}/${id}/task.toml`]: taskToml(id, rest),
  [`${suite}/${id}/instruction.md`]: `Ticket of ${id}.\n`,
  [`${suite}/${id}/environment/site/index.html`]: '<p>site</p>\n',
  [`${suite}/${id}/tests/judge.spec.ts`]: '// judge\n',
});
