/** What is done to requests of the public listener that match. */
export interface Fault {
  faultId: string;
  /** Any method if empty. */
  methods: string[];
  /** `/api/tasks/:id`: a segment with a colon matches any one segment, a final `*` any rest. */
  path: string;
  /** Values of the segment `:id`; any value if empty. */
  ids: string[];
  /** Name → allowed values of a query parameter; null: it must be absent. */
  query: Record<string, string[] | null>;
  /** Answer with this status; otherwise the request is handled as usual. */
  status: number | null;
  delayMs: number;
  /** Requests it still applies to; null: until lifted. */
  remaining: number | null;
  /** `before`: delay, then answer or handle. `after`: handle, then delay, then answer with `status` or the true answer. */
  when: 'before' | 'after';
}
