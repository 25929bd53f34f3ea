import type { ToolSet } from 'ai';
import { z } from 'zod';
import { createMouse, type Point } from '../mouse.ts';
import { NotPossible } from './desk.ts';
import { type Bench, benchTool, elementOf, ref } from './toolbox.ts';

const MAX_TEXT_CHARS = 20_000;
const MAX_FILE_CHARS = 2_000_000;
const DOUBLE_GAP_MS = 60;
const CHOOSER_MS = 8_000;

const point = z.object({ x: z.number(), y: z.number() });
const spot = z
  .union([z.object({ ref }), point])
  .describe('an element by its ref, or a point of the window in CSS pixels');
type Spot = z.output<typeof spot>;

/** Tools that do what a user's hands can. Elements that are covered, moving or disabled cannot be used. */
export function actTools(bench: Bench): ToolSet {
  const { desk } = bench;
  const placeOf = async (where: Spot): Promise<Point> =>
    'ref' in where ? createMouse(desk.page).centre(await elementOf(bench, where.ref)) : where;
  const click = async (where: Spot, how: 'once' | 'twice' | 'right') => {
    const { x, y } = await placeOf(where);
    const { mouse } = desk.page;
    await desk.act(async () => {
      await mouse.move(x, y);
      if (how === 'right') return mouse.click(x, y, { button: 'right' });
      await mouse.click(x, y);
      if (how === 'once') return;
      await new Promise((resolve) => setTimeout(resolve, DOUBLE_GAP_MS));
      await mouse.down({ clickCount: 2 });
      await mouse.up({ clickCount: 2 });
    });
  };
  const done = { said: 'done' };
  return {
    click: benchTool(
      bench,
      'Clicks with the mouse: once, twice in quick succession, or with the right button.',
      z.object({ at: spot, how: z.enum(['once', 'twice', 'right']).default('once') }),
      async ({ at, how }) => {
        await click(at, how);
        return done;
      },
    ),
    hover: benchTool(bench, 'Moves the mouse there.', z.object({ at: spot }), async ({ at }) => {
      const { x, y } = await placeOf(at);
      await desk.act(() => desk.page.mouse.move(x, y, { steps: 4 }));
      return done;
    }),
    drag: benchTool(
      bench,
      'Presses the mouse button at one spot, moves to another and lets go there.',
      z.object({ from: spot, to: z.union([spot, z.object({ dx: z.number(), dy: z.number() })]) }),
      async ({ from, to }) => {
        const start = await placeOf(from);
        const end = 'dx' in to ? { x: start.x + to.dx, y: start.y + to.dy } : await placeOf(to);
        const { mouse } = desk.page;
        await desk.act(async () => {
          await mouse.move(start.x, start.y);
          await mouse.down();
          await mouse.move(start.x + Math.sign(end.x - start.x) * 6, start.y + Math.sign(end.y - start.y) * 6, {
            steps: 3,
          });
          await mouse.move(end.x, end.y, { steps: 12 });
          await mouse.up();
        });
        return done;
      },
    ),
    type: benchTool(
      bench,
      'Types a text with the keyboard, where the cursor is or into an element that is clicked first.',
      z.object({
        text: z.string().max(MAX_TEXT_CHARS),
        into: ref.optional(),
        replace: z.boolean().default(false).describe('first marks all that the field holds'),
      }),
      async ({ text, into, replace }) => {
        if (into !== undefined) await click({ ref: into }, 'once');
        const { keyboard } = desk.page;
        await desk.act(async () => {
          if (replace) await keyboard.press('ControlOrMeta+A');
          if (replace && text === '') await keyboard.press('Delete');
          else await keyboard.type(text);
        });
        return done;
      },
    ),
    press: benchTool(
      bench,
      'Presses a key or keys together, such as Enter, Escape, Tab, ArrowDown, Control+A.',
      z.object({ keys: z.string().min(1).max(60), times: z.int().min(1).max(50).default(1) }),
      async ({ keys, times }) => {
        await desk.act(async () => {
          for (let time = 0; time < times; time += 1) await desk.page.keyboard.press(keys);
        });
        return done;
      },
    ),
    select: benchTool(
      bench,
      "Chooses an option of a select of the browser's own; lists that the app draws are clicked.",
      z.object({ in: ref, option: z.string() }),
      async ({ in: field, option }) => {
        const found = await elementOf(bench, field);
        await desk.act(() => found.selectOption({ label: option }, { timeout: 8_000 }));
        return done;
      },
    ),
    scroll: benchTool(
      bench,
      'Turns the wheel at a spot (the middle of the window, if none is named), or brings an element into view.',
      z.object({ to: ref.optional(), at: spot.optional(), dx: z.number().default(0), dy: z.number().default(0) }),
      async ({ to, at, dx, dy }) => {
        if (to !== undefined) {
          const found = await elementOf(bench, to);
          await desk.act(() => found.scrollIntoViewIfNeeded({ timeout: 8_000 }));
          return done;
        }
        const { width = 0, height = 0 } = desk.page.viewportSize() ?? {};
        const { x, y } = at === undefined ? { x: width / 2, y: height / 2 } : await placeOf(at);
        await desk.act(async () => {
          await desk.page.mouse.move(x, y);
          await desk.page.mouse.wheel(dx, dy);
        });
        return done;
      },
    ),
    upload: benchTool(
      bench,
      'Clicks what asks for a file and hands in a file that you write yourself.',
      z.object({
        at: ref,
        name: z.string().min(1).max(200),
        content: z.string().max(MAX_FILE_CHARS),
        encoding: z.enum(['text', 'base64']).default('text'),
      }),
      async ({ at, name, content, encoding }) => {
        const chosen = desk.page.waitForEvent('filechooser', { timeout: CHOOSER_MS }).catch(() => undefined);
        await click({ ref: at }, 'once');
        const chooser = await chosen;
        if (chooser === undefined) throw new NotPossible('a click there asks for no file');
        const buffer = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
        await chooser.setFiles({ name, mimeType: mimeTypeOf(name), buffer });
        return done;
      },
    ),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ txt: 'text/plain', csv: 'text/csv', json: 'application/json', md: 'text/markdown', html: 'text/html' },
  ...{ png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', svg: 'image/svg+xml', pdf: 'application/pdf' },
};

const mimeTypeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
