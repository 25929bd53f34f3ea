import { asParams, asText } from './cdp.ts';

export type Driver = 'pipe' | 'port' | 'none';

/** What the wrapper says before the first command, and an action that only the driver's commands show. */
export interface CommandSink {
  onHeader(header: { driver: Driver; port: number; does: string }): void;
  onAction(action: { type: 'read' | 'screenshot' | 'devtools' | 'wait'; detail: string }): void;
  /** A browser was driven through this pipe, and what came cannot be read. */
  onLost(reason: string): void;
}

const NUL = 0;
const HEADER = /^# (pipe|port|none) (\d{1,5}) (screenshot|read|)$/;
/** A command is larger only if it carries a whole file; its beginning says what it is. */
const MAX_COMMAND_BYTES = 1 << 20;

export interface CommandStream {
  take(chunk: Buffer): void;
}

/**
 * Reads the commands that are sent to a browser (JSON, each with a NUL after it), whatever comes: it is an agent's.
 * Keeps at most one command in memory.
 */
export function commandStream(sink: CommandSink): CommandStream {
  let parts: Buffer[] = [];
  let size = 0;
  let isLost = false;
  const lose = (reason: string) => {
    if (!isLost) sink.onLost(reason);
    isLost = true;
  };
  const close = () => {
    const tooLong = size > MAX_COMMAND_BYTES;
    const text = tooLong ? '' : Buffer.concat(parts).toString();
    parts = [];
    size = 0;
    const [, driver, port, does = ''] = HEADER.exec(text) ?? [];
    if (driver !== undefined) {
      isLost = false;
      sink.onHeader({ driver: driver as Driver, port: Number(port), does });
    } else if (text !== '') {
      const action = readCommand(text);
      if (action === null) lose('commands that are no commands');
      else if (action !== undefined) sink.onAction(action);
    }
  };
  return {
    take(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(NUL); at !== -1; at = chunk.indexOf(NUL, from)) {
        keep(chunk.subarray(from, at));
        close();
        from = at + 1;
      }
      keep(chunk.subarray(from));
    },
  };
  function keep(part: Buffer): void {
    size += part.length;
    if (size <= MAX_COMMAND_BYTES) parts.push(part);
    else parts = [];
  }
}

const READS = /ariaSnapshot|outerHTML|innerHTML|innerText|textContent|inputValue|getAttribute/;
const WAITS = /waitForSelector|waitForFunction/;

/** Null for what is no command; undefined for one that shows nothing that a user would do, or that events show better. */
function readCommand(
  text: string,
): { type: 'read' | 'screenshot' | 'devtools' | 'wait'; detail: string } | undefined | null {
  let command: Record<string, unknown>;
  try {
    command = asParams(JSON.parse(text));
  } catch {
    return null;
  }
  const method = asText(command.method);
  if (method === undefined || typeof command.id !== 'number') return null;
  if (method === 'Page.captureScreenshot') return { type: 'screenshot', detail: '' };
  if (method === 'Accessibility.getFullAXTree' || method === 'DOMSnapshot.captureSnapshot')
    return { type: 'read', detail: method };
  if (/^(Tracing|HeapProfiler|Profiler|Performance|Overlay|CSS)\./.test(method) && !method.endsWith('.enable')) {
    return { type: 'devtools', detail: method };
  }
  if (method !== 'Runtime.callFunctionOn' && method !== 'Runtime.evaluate') return undefined;
  const words = text.slice(0, 20_000);
  if (WAITS.test(words)) return { type: 'wait', detail: '' };
  return READS.test(words) ? { type: 'read', detail: '' } : undefined;
}
