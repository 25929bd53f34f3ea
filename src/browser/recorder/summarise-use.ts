import type { Action, BrowserEvent, BrowserUse } from '../../schema/index.ts';
import type { Recorded } from './recorder.ts';

type ActionEvent = Extract<BrowserEvent, { kind: 'action' }>;

/** Actions by the suite's words for them; what a page is read by is what tells of it, a picture is a look. */
const TAG_OF: Readonly<Partial<Record<ActionEvent['type'], Action>>> = {
  ...{ click: 'click-hit', keys: 'keys', hover: 'hover', scroll: 'scroll', drag: 'drag', resize: 'resize' },
  ...{ history: 'history', screenshot: 'look', read: 'read', upload: 'upload', download: 'download' },
  ...{ dialog: 'dialog', tab: 'tab', clipboard: 'clipboard', wait: 'wait', devtools: 'devtools' },
};

/** What a trial's record says of its browsers; `reachedFix` is for whoever knows the fix. */
export function summariseUse({ events, covered, unrecorded, lost }: Recorded): Omit<BrowserUse, 'reachedFix'> {
  const actions: Partial<Record<ActionEvent['type'], number>> = {};
  const tags = new Set<Action>();
  for (const event of events) {
    if (event.kind !== 'action') continue;
    actions[event.type] = (actions[event.type] ?? 0) + 1;
    const tag = TAG_OF[event.type];
    if (tag !== undefined) tags.add(tag);
    if (event.frame === true) tags.add('iframe');
    if (event.canvas === true) tags.add('canvas');
  }
  const count = (kind: BrowserEvent['kind']) => events.filter((event) => event.kind === kind).length;
  return {
    launches: count('launch'),
    unrecorded,
    actions,
    tags: [...tags].sort(),
    consoleErrors: count('console'),
    failedRequests: count('failed-request'),
    lost,
    covered: {
      files: covered.length,
      lines: covered.flatMap(({ lines }) => lines).reduce((sum, [first, last]) => sum + last - first + 1, 0),
    },
  };
}
