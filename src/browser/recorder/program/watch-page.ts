import { actionTypes } from '../../../schema/index.ts';
import { asParams, asText, type Params } from './cdp.ts';
import type { FunctionCoverage, ScriptText } from './coverage.ts';
import { joinKeys } from './join-keys.ts';
import type { WatchOptions } from './watch-options.ts';

/** The world and the binding of the listener (runtime/page-listener.js); pages see neither. */
const LISTENER = '__bugsweep';
const MAX_KEPT = 3000;
const MAX_SCRIPTS = 20_000;
/** Of one page. */
const MAX_SOURCE_CHARS = 32 << 20;
/** After something was done, code runs; a tab may be closed soon after. */
const AFTER_ACTION_MS = 60;
/** A look costs the page some milliseconds: one action after the other is not slowed by as many. */
const BETWEEN_LOOKS_MS = 600;

type ActionType = (typeof actionTypes)[number];
type Texts = Readonly<Partial<Record<'target' | 'url' | 'detail', string | undefined>>>;
type Flags = Readonly<{ frame?: true; canvas?: true }>;
interface KeptSource {
  text: Promise<string | undefined>;
  /** The address of its source map, which may be the map itself. */
  map: string;
}

interface Script {
  url: string;
  kept: KeptSource;
  /** 0-based; the first line only of what is a file of its own. */
  startLine: number;
  page: Promise<string | undefined> | undefined;
}

type ScriptCoverage = { scriptId: string; functions: FunctionCoverage[] };
type Send = (method: string, params?: Params) => Promise<Params>;

/** One tab or frame: what is done in it, what it complains of, and what of its code runs. */
export class WatchedPage {
  private readonly requests = new Map<string, { method: string; url: string }>();
  private readonly scripts = new Map<string, Script>();
  /** By the browser's hash of them. */
  private readonly sources = new Map<string, KeptSource>();
  private sourceChars = 0;
  private navigation = '';
  private url = '';
  /** How often something has happened, and how often it had when what has run was last taken whole. */
  private happened = 0;
  private taken = 0;
  private lookedAt = 0;
  private isClosed = false;
  private readonly keys = joinKeys((keys) => this.tellNow('keys', keys, {}));
  private looking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly send: Send,
    private readonly options: WatchOptions & { targetId: string },
  ) {}

  async start(): Promise<void> {
    const source = this.options.listener;
    const asked: [string, Params?][] = [
      ['Page.enable'],
      ['Runtime.enable'],
      ['Runtime.addBinding', { name: LISTENER, executionContextName: LISTENER }],
      ['Page.addScriptToEvaluateOnNewDocument', { source, worldName: LISTENER, runImmediately: true }],
      ['Debugger.enable', { maxScriptsCacheSize: 0 }],
      // A `debugger` in a page must stop nobody.
      ['Debugger.setSkipAllPauses', { skip: true }],
      ['Profiler.enable'],
      ['Profiler.startPreciseCoverage', { callCount: true, detailed: true }],
      ['Log.enable'],
      ['Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }],
      ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],
    ];
    await Promise.all(asked.map(([method, params]) => this.send(method, params))).catch((error) =>
      this.options.tell({ kind: 'lost', what: 'page', reason: String(error).slice(0, 300) }),
    );
  }

  onEvent(method: string, params: Params): void {
    switch (method) {
      case 'Runtime.bindingCalled':
        if (params.name === LISTENER) this.onTold(String(params.payload));
        break;
      case 'Page.frameStartedNavigating':
        if (params.frameId === this.options.targetId) this.navigation = String(params.navigationType);
        break;
      case 'Page.frameNavigated': {
        const frame = asParams(params.frame);
        if (frame.parentId === undefined) this.onNavigated(String(frame.url));
        break;
      }
      case 'Page.navigatedWithinDocument':
        // Routers say where they are when they start.
        if (params.frameId === this.options.targetId && params.url !== this.url) this.onNavigated(String(params.url));
        break;
      case 'Page.javascriptDialogOpening':
        this.tellAction('dialog', { detail: `${params.type}: ${params.message}`, url: asText(params.url) });
        break;
      case 'Page.downloadWillBegin':
        this.tellAction('download', { detail: asText(params.suggestedFilename), url: asText(params.url) });
        break;
      case 'Page.loadEventFired':
        this.lookSoon();
        break;
      case 'Debugger.scriptParsed':
        this.onScript(params);
        break;
      case 'Runtime.exceptionThrown': {
        const details = asParams(params.exceptionDetails);
        const text = asText(asParams(details.exception).description) ?? asText(details.text) ?? '';
        this.tellConsole(text, asText(details.url));
        break;
      }
      case 'Runtime.consoleAPICalled':
        if (params.type === 'error' || params.type === 'assert') this.tellConsole(wordsOf(params.args), undefined);
        break;
      case 'Network.requestWillBeSent':
        this.onRequest(params);
        break;
      case 'Network.responseReceived': {
        const response = asParams(params.response);
        const status = Number(response.status);
        if (status >= 400) this.tellFailed(String(params.requestId), `status ${status}`);
        break;
      }
      case 'Network.loadingFailed':
        if (params.canceled !== true) this.tellFailed(String(params.requestId), String(params.errorText));
        break;
      case 'Network.loadingFinished':
        this.requests.delete(String(params.requestId));
        break;
    }
  }

  private onTold(payload: string): void {
    let told: Params = {};
    try {
      if (payload.length < 4000) told = asParams(JSON.parse(payload));
    } catch {
      // Cut by a page that was closing.
    }
    const type = actionTypes.find((each) => each === told.type);
    if (type === undefined) return;
    const { target, url, detail, frame, canvas, characters } = told;
    if (type === 'keys') {
      const [at, to, key] = [url, target, detail].map((text) => asText(text) ?? '') as [string, string, string];
      this.keys.press({ target: to, url: at, characters: Number(characters) || 0, key });
      this.lookSoon();
      return;
    }
    const flags: Flags = { ...(frame === true ? { frame } : {}), ...(canvas === true ? { canvas } : {}) };
    this.tellAction(type, { target: asText(target), url: asText(url), detail: asText(detail) }, flags);
  }

  private tellAction(type: ActionType, texts: Texts, flags: Flags = {}): void {
    this.keys.flush();
    this.tellNow(type, texts, flags);
  }

  private tellNow(type: ActionType, texts: Texts, flags: Flags): void {
    const { target, url, detail } = texts;
    this.options.tell({
      ...{ kind: 'action', type },
      ...(target ? { target: target.slice(0, 500) } : {}),
      ...(url ? { url: url.slice(0, 500) } : {}),
      ...(detail ? { detail: detail.slice(0, 500) } : {}),
      ...flags,
    });
    this.lookSoon();
  }

  private onNavigated(url: string): void {
    const kind = this.navigation;
    this.navigation = '';
    this.url = url;
    if (url === 'about:blank' || url.startsWith('chrome')) return;
    const isHistory = /^(reload|restore|history)/.test(kind);
    this.tellAction(isHistory ? 'history' : 'navigate', { url, detail: isHistory ? kind : undefined });
  }

  private onScript({ scriptId, url, hash, sourceMapURL, startLine }: Params): void {
    if (typeof url !== 'string' || !/^https?:/.test(url) || this.scripts.size >= MAX_SCRIPTS) return;
    // Packages are nobody's task, and large.
    if (url.includes('/node_modules/.vite/') || url.includes('/@vite/') || url.includes('/@react-refresh')) return;
    const id = String(scriptId);
    // Read at once: a browser forgets what it has left. The same text comes again with every visit.
    const kept = this.sources.get(String(hash)) ?? { text: this.readScript(id), map: String(sourceMapURL ?? '') };
    this.sources.set(String(hash), kept);
    const script = { url: url.slice(0, 500), kept, startLine: Number(startLine) };
    this.scripts.set(id, { ...script, page: script.startLine === 0 ? undefined : this.readPage(url) });
  }

  private async readScript(scriptId: string): Promise<string | undefined> {
    const answer = await this.send('Debugger.getScriptSource', { scriptId }).catch(() => undefined);
    const text = asText(answer?.scriptSource);
    this.sourceChars += text?.length ?? 0;
    return this.sourceChars > MAX_SOURCE_CHARS ? undefined : text;
  }

  /** The text of the page that an inline script stands in. */
  private async readPage(url: string): Promise<string | undefined> {
    const answer = await this.send('Page.getResourceContent', { frameId: this.options.targetId, url }).catch(
      () => undefined,
    );
    return asText(answer?.content);
  }

  private onRequest({ requestId, request }: Params): void {
    if (this.requests.size >= MAX_KEPT) return;
    const { method, url } = asParams(request);
    this.requests.set(String(requestId), { method: String(method).slice(0, 20), url: String(url).slice(0, 500) });
  }

  private tellFailed(id: string, reason: string): void {
    const request = this.requests.get(id);
    this.requests.delete(id);
    if (request !== undefined) this.options.tell({ kind: 'failed-request', ...request, reason: reason.slice(0, 200) });
  }

  private tellConsole(text: string, url: string | undefined): void {
    this.options.tell({
      kind: 'console',
      text: text.slice(0, 500),
      ...(url === undefined ? {} : { url: url.slice(0, 500) }),
    });
  }

  private lookSoon(): void {
    this.happened += 1;
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        void this.look();
      },
      Math.max(AFTER_ACTION_MS, this.lookedAt + BETWEEN_LOOKS_MS - Date.now()),
    );
  }

  /** Adds what has run since the last look. One at a time: a slow page is not asked twice. */
  look(): Promise<void> {
    this.looking ??= this.take().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  private async take(): Promise<void> {
    const { happened } = this;
    this.lookedAt = Date.now();
    try {
      const { result } = await this.send('Profiler.takePreciseCoverage');
      for (const script of (Array.isArray(result) ? result : []) as ScriptCoverage[]) {
        if (!script.functions.some(({ ranges }) => ranges.some(({ count }) => count > 0))) continue;
        const text = await this.textOf(script.scriptId);
        if (text !== undefined) this.options.coverage.add(text, script.functions);
      }
      this.taken = happened;
    } catch (error) {
      // A tab that was closed under it has said so.
      if (!this.isClosed) this.options.tell({ kind: 'lost', what: 'coverage', reason: String(error).slice(0, 300) });
    }
  }

  private async textOf(scriptId: string): Promise<ScriptText | undefined> {
    const script = this.scripts.get(scriptId);
    if (script === undefined) return undefined;
    const { url, kept, startLine } = script;
    const [source, text] = await Promise.all([kept.text, script.page]);
    if (source === undefined) throw new Error(`the text of ${url} could not be had`);
    if (startLine === 0) return { source, url, sourceMapUrl: kept.map };
    // Its lines are those of the page.
    if (text === undefined) return this.options.coverage.addUnreadable(url);
    return { source, url, sourceMapUrl: kept.map, document: { text, startLine } };
  }

  close(): void {
    clearTimeout(this.timer);
    this.keys.flush();
    this.isClosed = true;
    if (this.taken < this.happened)
      this.options.tell({ kind: 'lost', what: 'coverage', reason: 'closed before it was looked at' });
  }
}

/** What was printed, as far as it is text. */
function wordsOf(args: unknown): string {
  if (!Array.isArray(args)) return '';
  return args
    .slice(0, 10)
    .map((arg) => asParams(arg))
    .map(({ value, description }) => asText(value) ?? asText(description) ?? String(value ?? ''))
    .join(' ');
}
