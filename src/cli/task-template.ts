import type { TaskKind } from '../schema/index.ts';

export const suiteToml = (name: string): string => `schemaVersion = 1
name = "${name}"
title = "${name}"
# Raise it whenever the meaning of a task changes: results of different versions are never averaged.
version = 1
`;

/** Files of a new task, by their path in its folder. They load as they are; every "TODO" is the author's. */
export function taskFiles(task: { id: string; kind: TaskKind; app: string }): Map<string, string> {
  return new Map([
    ['task.toml', taskToml(task)],
    ['instruction.md', INSTRUCTION[task.kind]],
    ['environment/README.md', ENVIRONMENT],
    ['solution/analysis.md', ANALYSIS],
    ['tests/judge.spec.ts', JUDGE],
  ]);
}

const taskToml = ({ id, kind, app }: { id: string; kind: TaskKind; app: string }): string => `schemaVersion = 1
id = "${id}"
title = "TODO: what is wrong, in a few words"
summary = "TODO: one sentence for lists and reports"
group = "todo"
kind = "${kind}"
category = "interaction"
# What a person has to do in a browser to see whether it is solved: read, look, click-hit, keys, hover, scroll, drag,
# resize, history, wait, devtools, canvas, upload, dialog, tab, iframe, clipboard, download.
actions = ["read"]
runs = 1
rounds = 1
${kind === 'bug' ? '# The product area that the open prompt names; without it the task has no open prompt.\n# area = "the task list"\n' : ''}licence = "MIT"

[source]
kind = "app"
app = ${JSON.stringify(app)}

[judge]
kind = "browser"
checkTimeoutMs = 60000
`;

const INSTRUCTION: Record<TaskKind, string> = {
  bug: `TODO: the ticket, in a user's words: what they did, what they saw, what they expected.
Name no files and no cause.
`,
  feature: `TODO: what users shall be able to do, in the words of the one who wants it. Name no files.
`,
  refactor: `TODO: what shall be changed inside, and that users must not notice anything.
`,
  qa: `TODO: which part of the product shall be tried out. The findings go to qa-report.md.
`,
};

const ENVIRONMENT = `Put \`seed.patch\` here: the smallest plausible change that brings the bug into the application, made with
\`git diff\` in the workspace's root. A task without a seed works on the application as it is. Delete this file then.
`;

const ANALYSIS = `# Cause

TODO: where the fault is and why users see what they see.

# What a right fix does

TODO. Put the fix itself into \`reference.patch\`, fixes that look right and are not into \`wrong/*.patch\` (each with a
header line \`Fails: <check>\`), other right fixes into \`alternative/*.patch\`.
`;

const JUDGE = `import { expect, test } from 'bugsweep/judge';

// Each check gets a fresh app and a page of its own, and looks at it as a user would: by role and text, never at source
// files, and without waiting for a fixed time.

// A control tests only the judge's own means. If it fails, the verdict is uncertain and nobody's fault.
test('the app opens', { tag: '@control' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('body')).not.toBeEmpty();
});

// A target fails on the seeded app and passes with the reference: what must become right.
test('TODO: what must become right', { tag: '@target' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('TODO: what a user sees once it is fixed')).toBeVisible();
});

// A preservation check passes on the seeded app too: what works today must go on working.
test('TODO: what must go on working', { tag: '@preservation' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
});
`;
