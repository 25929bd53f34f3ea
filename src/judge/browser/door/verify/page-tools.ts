import type { ToolSet } from 'ai';
import { z } from 'zod';
import { setCondition } from '../conditions.ts';
import { NotPossible } from './desk.ts';
import { APP_NAME } from './page-words.ts';
import { type Bench, benchTool } from './toolbox.ts';

/** Tools of the browser itself; and the app's conditions, where a step asks for them. */
export function pageTools(bench: Bench): ToolSet {
  const { desk, sheet, steps } = bench;
  const done = { said: 'done' };
  const conditions = Object.keys(bench.app.conditions).filter((name) => steps.some((step) => asksFor(step, name)));
  return {
    open: benchTool(
      bench,
      'Opens a page of the app by its path, as typed into the address bar.',
      z.object({
        path: z.string().max(2_000).describe('such as /tasks?sort=name'),
        inNewTab: z.boolean().default(false),
      }),
      async ({ path, inNewTab }) => {
        const { href } = addressOf(bench, path);
        desk.requireNoQuestion();
        if (inNewTab) await desk.openTab();
        await desk.act(() => desk.page.goto(href));
        return done;
      },
    ),
    navigate: benchTool(
      bench,
      "Presses the browser's own button: back, forward or reload.",
      z.object({ button: z.enum(['back', 'forward', 'reload']) }),
      async ({ button }) => {
        const { page } = desk;
        await desk.act(() =>
          button === 'reload'
            ? page.reload()
            : button === 'back'
              ? page.goBack({ waitUntil: 'commit' })
              : page.goForward({ waitUntil: 'commit' }),
        );
        return done;
      },
    ),
    tabs: benchTool(
      bench,
      'Lists the tabs, goes to one, or closes the one that is shown.',
      z.object({ do: z.enum(['list', 'go', 'close']), n: z.int().min(1).optional().describe('which one, from 1') }),
      async ({ do: what, n = 1 }) => {
        desk.requireNoQuestion();
        if (what === 'go') await desk.switchTo(n);
        if (what === 'close') await desk.closeTab();
        return {
          page: desk.tabs
            .map((page, index) => `${index + 1}${page === desk.page ? ' (shown)' : ''}: ${page.url()}`)
            .join('\n'),
        };
      },
    ),
    dialog: benchTool(
      bench,
      'Answers the question that the browser asks.',
      z.object({ accept: z.boolean(), text: z.string().optional().describe('for a question that wants a text') }),
      async ({ accept, text }) => {
        await desk.answer(accept, text);
        return done;
      },
    ),
    ...(conditions.length === 0
      ? {}
      : {
          let_app: benchTool(
            bench,
            'Does what a step says that begins with "Let": makes the app\'s server behave so from now on.',
            z.object({ condition: z.enum(conditions) }),
            async ({ condition }) => {
              if (!asksFor(steps[sheet.next - 1] ?? '', condition)) {
                throw new NotPossible(`step ${sheet.next} does not ask for it`);
              }
              await setCondition(condition, bench.app);
              return done;
            },
          ),
        }),
  };
}

const asksFor = (step: string, condition: string): boolean =>
  step.replace(/\s+/g, ' ').toLowerCase().includes(`let ${condition}`);

/** An address of the app, and of nothing else. @throws NotPossible */
function addressOf({ appUrl }: Bench, given: string): URL {
  const path = given.startsWith(`${APP_NAME}/`) ? given.slice(APP_NAME.length) : given;
  const url = URL.parse(path, appUrl);
  if (path.startsWith('/') && url !== null && url.origin === new URL(appUrl).origin) return url;
  throw new NotPossible('only pages of the app can be opened, by their path: /tasks');
}
