import type { Page } from 'bugsweep/judge';

/** Smaller than this a text is there for screen readers only. */
const LEGIBLE_PX = 8;
/** What appears while a field is open or being saved, and gives no reason. */
const NO_REASON = /^(?:saving|saved|loading|working|rename|renaming|save|cancel|close|ok|done|edit|✓|✕)\W*$/i;

/** Lines of text on the page, and the hint inside an empty field. */
export async function linesOf(page: Page): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered counts
  const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim());
  const empty = page.locator(':focus:placeholder-shown');
  const hint = (await empty.count()) === 1 ? await empty.getAttribute('placeholder') : null;
  return hint === null ? lines : [...lines, hint];
}

/** A text that a user sees now, that was not there before, and that can be a reason. */
export async function newText(page: Page, known: ReadonlySet<string>): Promise<string | undefined> {
  for (const line of await linesOf(page)) {
    if (known.has(line) || !/\p{L}{2}/u.test(line) || NO_REASON.test(line)) continue;
    const places = page.getByText(line, { exact: true });
    const boxes = await Promise.all((await places.all()).map((place) => place.boundingBox()));
    const isLegible = boxes.some((box) => box !== null && box.width >= LEGIBLE_PX && box.height >= LEGIBLE_PX);
    if (boxes.length === 0 || isLegible) return line;
  }
  return undefined;
}

/**
 * The browser's own bubbles are no part of the page, but each comes with an `invalid` event that nobody cancelled. It is
 * heard in a world of its own, out of reach of the page's scripts.
 */
export async function watchBubbles(page: Page): Promise<() => Promise<string | undefined>> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const ask = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, contextId: executionContextId });
    return result.value;
  };
  await ask(`
    var bubble = '';
    document.addEventListener('invalid', (event) => setTimeout(() => {
      if (!event.defaultPrevented) bubble = event.target.validationMessage || bubble;
    }), true);
  `);
  return async () => {
    const text = await ask('bubble');
    return typeof text === 'string' && text !== '' ? text : undefined;
  };
}
