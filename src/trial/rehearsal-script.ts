import { LAST_REQUEST } from '../agent/index.ts';
import type { BrowserTool } from '../browser/index.ts';
import type { Move, Script, ScriptedRound } from '../model/index.ts';

/** A command line is one word of at most 128 KiB; what is longer comes in pieces. */
const PIECE_CHARS = 90_000;

const LOOK = `const { chromium } = require('/opt/bugsweep/node_modules/playwright-core');
(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto(process.env.APP_URL);
  await page.waitForLoadState('networkidle');
  console.log(await page.title(), (await page.locator('body').innerText()).slice(0, 500));
  await browser.close();
})();`;

/** How the scripted model looks at the app with each tool. */
function lookWith({ name }: BrowserTool, url: string): Move[] {
  const call = (server: string, tool: string, args: Record<string, unknown>): Move => ({
    ...{ kind: 'server-tool', server, tool, arguments: args },
  });
  switch (name) {
    case 'playwright-mcp':
      return [call('playwright', 'browser_navigate', { url }), call('playwright', 'browser_snapshot', {})];
    case 'devtools-mcp':
      return [
        call('chrome-devtools', 'list_pages', {}),
        call('chrome-devtools', 'navigate_page', { pageId: 1, url }),
        call('chrome-devtools', 'take_snapshot', { pageId: 1 }),
      ];
    default:
      // Some programs refuse a command inside a command.
      return [{ kind: 'shell', command: `cat > "$TMPDIR/look.cjs" <<'END'\n${LOOK}\nEND\nnode "$TMPDIR/look.cjs"` }];
  }
}

/**
 * What a rehearsed model does with a task: it looks around, opens the app in the browser, applies the reference with
 * the agent's own tools, and looks again; in later rounds it only looks.
 */
export function rehearsalScript(
  prompts: readonly string[],
  reference: Buffer,
  { appUrl, tool }: { appUrl: string | null; tool: BrowserTool },
): Script {
  const look = appUrl === null ? [] : lookWith(tool, appUrl);
  const rounds = prompts.map(
    (prompt, index): ScriptedRound => ({
      prompt,
      moves: [{ kind: 'shell', command: 'ls -la' }, ...look, ...(index === 0 ? [...applying(reference), ...look] : [])],
      lastWords: 'Rehearsed: the reference is applied, and the app was opened in a browser.',
    }),
  );
  return { rounds: [...rounds, { prompt: LAST_REQUEST, moves: [], lastWords: 'Rehearsed: I have stopped.' }] };
}

function applying(patch: Buffer): Move[] {
  const text = patch.toString('base64');
  const pieces = text.match(new RegExp(`.{1,${PIECE_CHARS}}`, 'g')) ?? [];
  return [
    ...pieces.map((piece): Move => ({ kind: 'shell', command: `printf %s '${piece}' >> "$TMPDIR/reference"` })),
    { kind: 'shell', command: 'base64 -d "$TMPDIR/reference" | GIT_CEILING_DIRECTORIES=/ git apply -' },
  ];
}
