import { stringify as toToml } from 'smol-toml';
import { stringify as toYaml } from 'yaml';
import { behaviorOf, SWEEPER_PORT } from './behavior-of.ts';
import { type AppGuess, manifestOf } from './guess-app.ts';
import type { SweeperCase } from './read-rows.ts';

/** What a user edits: written once, and left as it is by a later import. */
export const APP_FILE = 'environment/app.toml';

/** The row as it was read; no agent sees it. */
export const ROW_FILE = 'solution/row.json';

const READY_MS = 300_000;

/** Files of the task that a row becomes, by their path in its folder. */
export function taskFiles({ fields, workflows }: SweeperCase, guess: AppGuess): Map<string, string> {
  const { case_id: id, slug, repo, base_commit: base, reference_commit: reference, pr } = fields;
  const task = {
    ...{ schemaVersion: 1, id, title: slug, summary: fields.task_scoped.trim().split(/\s+/).join(' ') },
    ...{ group: 'sweeper-bench', kind: 'bug', category: 'real', actions: ['look'], licence: `as ${repo}` },
    source: { kind: 'git', repo, commit: base },
    app: { viewport: { width: 1920, height: 1200 }, readyTimeoutMs: READY_MS },
    judge: { kind: 'agentic' },
  };
  const solution = { title: `The merged repair ${pr ?? ''}`.trim(), commits: { repo, from: base, to: reference } };
  return new Map([
    ['task.toml', toToml(task)],
    ['open.md', `${fields.task_scoped.trim()}\n`],
    ['detailed.md', `${fields.task_specified.trim()}\n`],
    [APP_FILE, `${APP_COMMENT}${toToml(manifestOf(slug, SWEEPER_PORT, guess))}`],
    ['tests/behavior.yaml', toYaml(behaviorOf(workflows))],
    ['solution/reference.toml', toToml(solution)],
    [ROW_FILE, `${JSON.stringify(fields, null, 2)}\n`],
  ]);
}

const APP_COMMENT = `# How the product is installed and started. Yours to edit: importing again leaves this file as it is.
#   dependencies  folders of packages (node_modules), installed from the package-lock.json beside them; no script runs
#   outputs       folders of build output and data: writable also while it is judged, never part of a patch
#   [server]      kind = "command"; command: started in the workspace, with PORT in its environment;
#                 port: where it listens. The steps of the tests call it http://127.0.0.1:${SWEEPER_PORT}, whatever it is.
#                 kind = "image": the product is an image of the container engine, which brings its packages: image,
#                 workspace (the folder in it that is worked on), containerPort, writable (folders that it writes to)
`;
