import type { BrowserContext, Dialog, Page } from '@playwright/test';
import { noteTrouble } from '../check-log.ts';
import { follow } from '../patience.ts';

/** A tool cannot do what it was asked; told to the model in our own words. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

const MAX_CONSOLE_LINES = 50;
const MAX_LINE_CHARS = 500;
const SETTLE_MS = 30_000;
const TAB_MS = 8_000;

/** The tabs of one test, the question that the browser asks just now, and what the pages wrote to their console. */
export class Desk {
  private readonly context: BrowserContext;
  private readonly known = new WeakSet<Page>();
  private readonly log: string[] = [];
  private asked: { page: Page; dialog: Dialog } | undefined;
  private onAsked: () => void = () => undefined;
  /** What a question of the browser's holds up. */
  private heldUp: Promise<unknown> = Promise.resolve();

  /** `onPage` is told of each tab, the first one too. */
  constructor(
    private current: Page,
    private readonly onPage: (page: Page) => void = () => undefined,
  ) {
    this.context = current.context();
    for (const page of this.context.pages()) this.meet(page);
    this.context.on('page', (page) => {
      follow(page);
      this.meet(page);
    });
  }

  get page(): Page {
    return this.current;
  }

  get tabs(): readonly Page[] {
    return this.context.pages();
  }

  get console(): readonly string[] {
    return this.log;
  }

  /** The question that waits for an answer. */
  get dialog(): { type: string; message: string } | undefined {
    return this.asked && { type: this.asked.dialog.type(), message: this.asked.dialog.message() };
  }

  private meet(page: Page): void {
    if (this.known.has(page)) return;
    this.known.add(page);
    this.onPage(page);
    page.on('crash', () => noteTrouble('page-crashed', 'the page crashed'));
    page.on('dialog', (dialog) => {
      this.asked = { page, dialog };
      this.onAsked();
    });
    page.on('close', () => {
      if (this.asked?.page === page) this.asked = undefined;
    });
    page.on('console', (message) => this.write(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.write(`uncaught: ${error.message}`));
  }

  private write(line: string): void {
    this.log.push(line.slice(0, MAX_LINE_CHARS));
    if (this.log.length > MAX_CONSOLE_LINES) this.log.shift();
  }

  /** Does something to the page, until it is done or the browser asks a question that holds it up. @throws NotPossible */
  async act(what: () => Promise<unknown>): Promise<void> {
    this.requireNoQuestion();
    await this.orQuestion(what());
  }

  /** @throws NotPossible while a question waits: the page stands still then. */
  requireNoQuestion(): void {
    if (this.asked !== undefined) throw new NotPossible('the browser asks a question: answer it with `dialog` first');
  }

  private async orQuestion(doing: Promise<unknown>): Promise<void> {
    const question = new Promise<'question'>((resolve) => {
      this.onAsked = () => resolve('question');
    });
    const done = doing.then(
      () => undefined,
      (error: unknown) => {
        throw error;
      },
    );
    const first = await Promise.race([done, question]);
    if (first !== 'question') return;
    // It goes on once the question is answered; how it ends then, the page shows.
    this.heldUp = done.catch(() => undefined);
  }

  /** @throws NotPossible */
  async answer(accept: boolean, text?: string): Promise<void> {
    const asked = this.asked;
    if (asked === undefined) throw new NotPossible('the browser asks nothing');
    this.asked = undefined;
    await this.orQuestion(
      (async () => {
        if (accept) await asked.dialog.accept(text);
        else await asked.dialog.dismiss();
        await Promise.race([this.heldUp, pause(SETTLE_MS)]);
      })(),
    );
  }

  async openTab(): Promise<void> {
    this.current = await this.context.newPage();
  }

  /** @param n from 1 @throws NotPossible */
  async switchTo(n: number): Promise<void> {
    // One that the app opens takes its time.
    for (let waited = 0; this.tabs[n - 1] === undefined && waited < TAB_MS; waited += 100) await pause(100);
    const page = this.tabs[n - 1];
    if (page === undefined) throw new NotPossible(`there are ${this.tabs.length} tabs`);
    this.current = page;
    await page.bringToFront();
  }

  /** @throws NotPossible */
  async closeTab(): Promise<void> {
    if (this.tabs.length < 2) throw new NotPossible('the last tab stays open');
    await this.current.close();
    this.current = this.tabs.at(-1) ?? this.current;
  }

  /** Lets go of a question that nobody answered: it would hold up the end of the check. */
  async leave(): Promise<void> {
    const { asked } = this;
    this.asked = undefined;
    await asked?.dialog.dismiss().catch(() => undefined);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
