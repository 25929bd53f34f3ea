import { describe, expect, it } from 'vitest';
import { toolSentence } from '../browser/index.ts';
import { plainVariant, taskSchema, type Variant } from '../schema/index.ts';
import type { Task } from '../suite/index.ts';
import { defaultLevel, type PromptPlace, promptsFor } from './prompt.ts';

const place: PromptPlace = {
  about: 'the front end of a shop',
  url: 'http://127.0.0.1:3000',
  hotReload: true,
  hasApi: true,
};

function task(changes: Partial<Task> & { area?: string; kind?: string } = {}): Task {
  const { area, kind = 'bug', ...rest } = changes;
  const config = taskSchema.parse({
    ...{
      schemaVersion: 1,
      id: 'cart',
      title: 'Cart',
      summary: 'S',
      group: 'g',
      kind,
      category: 'c',
      actions: ['read'],
    },
    ...{ licence: 'MIT', source: { kind: 'app', app: 'team-tasks' }, ...(area === undefined ? {} : { area }) },
  });
  const texts = { instructions: ['The cart is wrong.', 'Now the other one.'], detailed: 'Steps: …' };
  return {
    id: 'cart',
    suite: 's',
    name: 's/cart',
    dir: '/',
    config,
    behavior: undefined,
    open: undefined,
    seedPatch: undefined,
    appDir: '/',
    ...texts,
    ...rest,
  };
}

/** What only who uses a browser needs to read. */
const WORDS = /browser|playwright|chromium|mouse|keyboard/i;

describe('promptsFor', () => {
  it('frames the first round and asks for a look in the browser after every round', () => {
    const [first, second] = promptsFor(task(), plainVariant('ticket'), place);
    expect(first).toMatchInlineSnapshot(`
      "This folder holds the front end of a shop. Its dev server is up at http://127.0.0.1:3000 and picks up your changes by itself. The command \`app\` shows its state and its log, and restarts it. It talks to an API under /api that another team runs: the API is described in API.md, its code is not here, and it cannot be changed. Start no servers of your own and install no packages.

      The cart is wrong.

      Look at the result in a browser yourself before you say that you are done. For the browser, use Playwright from Node: \`require("/opt/bugsweep/node_modules/playwright-core")\`, with the Chromium that \`$CHROMIUM\` names and the argument \`--no-sandbox\`.
      "
    `);
    expect(second).toBe(
      'Now the other one.\n\nLook at it in the browser once more before you say that you are done.\n',
    );
  });

  it('names only the area at the open level', () => {
    const [open = ''] = promptsFor(task({ area: 'the cart' }), plainVariant('open'), place);
    expect(open).toContain('in the area of the cart');
    expect(open).not.toContain('The cart is wrong');
  });

  it('says nothing of a browser where there is no app', () => {
    const [first = ''] = promptsFor(task(), plainVariant('ticket'), { ...place, url: null });
    expect(first).not.toMatch(/browser|server is up/);
  });

  it('refuses a level that the task does not have, and names those that it has', () => {
    expect(() => promptsFor(task(), plainVariant('open'), place)).toThrow('no prompt of level open');
  });

  it('says the open request in the words of the task, where it has some', () => {
    const own = task({ open: "Find and fix issues in the shop's cart.\n" });
    const [open = ''] = promptsFor(own, plainVariant('open'), place);
    expect(open).toContain("\n\nFind and fix issues in the shop's cart.\n\n- Use the product");
    expect(open).not.toContain('Something is wrong');
    expect(defaultLevel({ ...own, instructions: [] })).toBe('open');
  });

  it.each(['ticket', 'open', 'detailed'] as const)(
    'drops every mention of the browser and nothing else: %s',
    (level) => {
      const given = task({ area: 'the cart' });
      const off: Variant = { ...plainVariant(level), browser: 'off' };
      const on = promptsFor(given, plainVariant(level), place);
      const without = promptsFor(given, off, place);
      expect(without).toHaveLength(on.length);
      const kept = (text: string) => text.split(/(?<=\.)\s+|\n+/).filter((sentence) => !WORDS.test(sentence));
      for (const [index, text] of on.entries()) {
        expect(text).toMatch(WORDS);
        expect(without[index]).not.toMatch(WORDS);
        expect(kept(without[index] ?? '')).toEqual(kept(text));
      }
    },
  );

  it('changes by one sentence when the browser is used with another tool', () => {
    const withTool = (tool: string) => promptsFor(task(), { ...plainVariant('ticket'), tool }, place);
    const [first = '', second] = withTool('playwright');
    for (const tool of ['playwright-mcp', 'devtools-mcp', 'own', 'eyes']) {
      const [other = '', again] = withTool(tool);
      expect(again).toBe(second);
      expect(other).not.toBe(first);
      expect(other.replace(toolSentence(tool), toolSentence('playwright'))).toBe(first);
    }
  });

  it('names the time, once, and only where one is given', () => {
    const budget = (budgetMs: number | null) => promptsFor(task(), { ...plainVariant('ticket'), budgetMs }, place);
    const [first = '', second] = budget(20 * 60_000);
    expect(first).toContain('You have 20 minutes from now');
    expect(second).not.toMatch(/minutes|time/);
    expect(budget(90_000)[0]).toContain('2 minutes');
    expect(budget(45_000)[0]).toContain('45 seconds');
    expect(budget(null)[0]).not.toMatch(/minutes|seconds/);
  });
});
