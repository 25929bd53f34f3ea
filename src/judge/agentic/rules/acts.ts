import type { Act, Expectation, Target } from './act.ts';
import { expectations } from './expectations.ts';
import { type Context, type Gaps, type Pattern, pattern, readBy } from './pattern.ts';

const UNTIL_MS = 30_000;
/** More than this is a mistake of whoever wrote it. */
const MAX_WAIT_S = 300;

const drag = (side: string, x: number, y: number): Pattern<Act> =>
  pattern(`Drag <target> <n> pixels [to the] ${side}`, ({ target, n }) => ({
    ...{ do: 'drag', from: target, to: { dx: n * x, dy: n * y } },
  }));

const isSelect = ({ by }: Target): boolean => by.kind === 'role' && (by.role === 'textbox' || by.role === 'listbox');

/** For a sentence whose rest says what shall be seen. */
const seeing =
  (mean: (expectation: Expectation, gaps: Gaps) => Act | undefined) =>
  (gaps: Gaps, context: Context): Act | undefined => {
    const expectation = readBy(expectations, gaps.rest, context);
    return expectation === undefined ? undefined : mean(expectation, gaps);
  };

/** What a user does, and what it comes to. The first that makes sense counts. */
export const acts: readonly Pattern<Act>[] = [
  pattern('Open [exactly] <page> in (a new|a second|another) tab', ({ page }) => ({
    do: 'open',
    address: page,
    inNewTab: true,
  })),
  pattern('Open <words> at <page>', ({ page }) => ({ do: 'open', address: page, inNewTab: false })),
  pattern('Open [exactly] <page>', ({ page }) => ({ do: 'open', address: page, inNewTab: false })),
  pattern('Reload [the page]', () => ({ do: 'reload' })),
  pattern('Go back', () => ({ do: 'back', times: 1 })),
  pattern('Go back with the back button [of the browser]', () => ({ do: 'back', times: 1 })),
  pattern('Go back <times>', ({ times }) => ({ do: 'back', times })),
  pattern('Go forward', () => ({ do: 'forward', times: 1 })),
  pattern('Go forward <times>', ({ times }) => ({ do: 'forward', times })),
  pattern('Switch to the <nth> tab', ({ nth }) => ({ do: 'tab', nth })),
  pattern('Close the tab', () => ({ do: 'close-tab' })),

  pattern('Press <keys>', ({ keys }) => ({ do: 'press', keys, times: 1 })),
  pattern('Press <keys> <times>', ({ keys, times }) => ({ do: 'press', keys, times })),
  // A field or list box holds options; anything else holds controls of its own.
  pattern('(Choose|Select) <text> in <target>', ({ text, target }) =>
    isSelect(target) ? { do: 'choose', option: text, target } : undefined,
  ),
  pattern('(Choose|Select) <text> (as|for) <target>', ({ text, target }) => ({ do: 'choose', option: text, target })),
  pattern('(Click|Press|Choose) [the middle of] <target>', ({ target }) => ({ do: 'click', target, how: 'once' })),
  pattern('Double-click <target>', ({ target }) => ({ do: 'click', target, how: 'twice' })),
  pattern('Right-click <target>', ({ target }) => ({ do: 'click', target, how: 'right' })),
  pattern('(Tick|Check) <target>', ({ target }) => ({ do: 'tick', target, ticked: true })),
  pattern('(Untick|Uncheck) <target>', ({ target }) => ({ do: 'tick', target, ticked: false })),
  pattern('(Hover over|Point at) <target>', ({ target }) => ({ do: 'hover', target })),

  pattern('Type <text>', ({ text }) => ({ do: 'type', text })),
  pattern('Type <text> into <target>', ({ text, target }) => ({ do: 'type', text, target })),
  pattern('Replace the text (of|in) <target> (by|with) <text>', ({ text, target }) => ({ do: 'fill', text, target })),
  pattern('Change <target> to <text>', ({ text, target }) => ({ do: 'fill', text, target })),
  pattern('Fill [in] <target> with <text>', ({ text, target }) => ({ do: 'fill', text, target })),
  pattern('(Clear|Empty) <target>', ({ target }) => ({ do: 'fill', text: '', target })),

  pattern('Drag <target> <n> pixels right and <n2> pixels down', ({ target, n, n2 }) => ({
    ...{ do: 'drag', from: target, to: { dx: n, dy: n2 } },
  })),
  pattern(
    'Drag <target> <n> pixels right and <n2> pixels down, holding <keys> at the end',
    ({ target, n, n2, keys }) => ({ do: 'drag', from: target, to: { dx: n, dy: n2 }, holding: keys }),
  ),
  drag('right', 1, 0),
  drag('left', -1, 0),
  drag('down', 0, 1),
  drag('up', 0, -1),
  pattern('Drag <target> (to|onto) <target2>', ({ target, target2 }) => ({ do: 'drag', from: target, to: target2 })),
  pattern('Scroll to <target>', ({ target }) => ({ do: 'scroll-to', target })),
  pattern('Scroll down [by] <n> pixels', ({ n }) => ({ do: 'scroll', dy: n })),
  pattern('Scroll up [by] <n> pixels', ({ n }) => ({ do: 'scroll', dy: -n })),

  pattern('Answer OK when the browser asks', () => ({ do: 'answer', accept: true })),
  pattern('Answer Cancel when the browser asks', () => ({ do: 'answer', accept: false })),
  pattern('[Let] <rest>', ({ rest }, { conditions }) =>
    conditions.includes(rest.toLowerCase()) ? { do: 'condition', name: rest.toLowerCase() } : undefined,
  ),
  pattern('Wait <n> second[s]', ({ n }) => (n > MAX_WAIT_S ? undefined : { do: 'wait', ms: n * 1000 })),
  pattern(
    'Wait until you see <rest>',
    seeing((expectation) => ({ do: 'wait-until', expectation, ms: UNTIL_MS })),
  ),
  pattern(
    'Wait up to <n> seconds until you see <rest>',
    seeing((expectation, { n }) => (n > MAX_WAIT_S ? undefined : { do: 'wait-until', expectation, ms: n * 1000 })),
  ),
  pattern(
    '(Expect|Expected:) <rest>',
    seeing((expectation) => ({ do: 'expect', expectation })),
  ),
];
