const MAX_ENTRIES = 5000;

export interface RequestEntry {
  seq: number;
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  /** The parsed JSON; text that is no JSON or too long to keep; for an upload its type and size; null without a body. */
  body: unknown;
  /** Null while the request is under way, and for good if the client left before an answer. */
  status: number | null;
  arrivedAt: string;
  /** When the answer had been sent or the connection was gone. */
  finishedAt: string | null;
  durationMs: number | null;
  /** Faults that applied. */
  faults: string[];
}

/** What came in over the public listener, in order of arrival, in real time. */
export interface RequestLog {
  arrive(request: Pick<RequestEntry, 'method' | 'path' | 'query'>): RequestEntry;
  entries(): RequestEntry[];
  /** Entries that were pushed out because the log was full. */
  dropped(): number;
  clear(): void;
}

export function finishEntry(entry: RequestEntry, status: number | null): void {
  if (entry.finishedAt !== null) return;
  const now = Date.now();
  entry.status = status;
  entry.finishedAt = new Date(now).toISOString();
  entry.durationMs = now - Date.parse(entry.arrivedAt);
}

export function createRequestLog(): RequestLog {
  let entries: RequestEntry[] = [];
  let seq = 0;
  let dropped = 0;
  return {
    arrive(request) {
      seq += 1;
      const entry: RequestEntry = {
        seq,
        ...request,
        body: null,
        status: null,
        arrivedAt: new Date().toISOString(),
        finishedAt: null,
        durationMs: null,
        faults: [],
      };
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) {
        entries.shift();
        dropped += 1;
      }
      return entry;
    },
    entries: () => entries,
    dropped: () => dropped,
    clear() {
      entries = [];
      dropped = 0;
    },
  };
}
