import { writeFiles } from './bugsweep.ts';

const taskToml = (id: string, rest: string): string => `schemaVersion = 1
id = "${id}"
title = "Title of ${id}"
summary = "Summary of ${id}"
group = "classic"
category = "async"
licence = "MIT"
${rest}
[source]
kind = "app"
app = "team-tasks"
`;

/** Two tasks: a bug with all three levels, and a feature of two rounds. */
export function writeSmallSuite(dir: string): void {
  writeFiles(dir, {
    'small/suite.toml': 'schemaVersion = 1\nname = "small"\ntitle = "Small"\nversion = 1\n',
    'small/lost-note/task.toml': taskToml('lost-note', 'kind = "bug"\nactions = ["read", "drag"]\narea = "notes"\n'),
    'small/lost-note/instruction.md': 'Notes get lost.\n',
    'small/lost-note/detailed.md': 'The note of the last task is not stored.\n',
    'small/lost-note/tests/judge.spec.ts': '',
    'small/dark-mode/task.toml': taskToml('dark-mode', 'kind = "feature"\nactions = ["look"]\nrounds = 2\nruns = 3\n'),
    'small/dark-mode/instruction.md': 'We want it dark.\n',
    'small/dark-mode/instruction-2.md': 'Darker.\n',
    'small/dark-mode/tests/judge.spec.ts': '',
  });
}
