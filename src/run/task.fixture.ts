import { taskSchema } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';

/** A task with a ticket and a detailed prompt, as loaded from `/<place>/<suite>/<id>`. */
export function taskOf(suite: string, id: string, place = 'suites'): Task {
  const config = taskSchema.parse({
    ...{ schemaVersion: 1, id, title: 'T', summary: 'S', group: 'g', kind: 'bug', category: 'c', actions: ['read'] },
    ...{ licence: 'MIT', source: { kind: 'app', app: 'team-tasks' } },
  });
  return {
    ...{
      id,
      suite,
      name: `${suite}/${id}`,
      dir: `/${place}/${suite}/${id}`,
      config,
      behavior: undefined,
      open: undefined,
      seedPatch: undefined,
    },
    ...{ appDir: '/app', instructions: ['Mend it.'], detailed: 'Steps.' },
  };
}
