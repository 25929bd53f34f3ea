import { z } from 'zod';
import { actionSchema } from './task.ts';

/** What an agent does with a browser. */
export const actionTypes = [
  ...['navigate', 'click', 'keys', 'hover', 'scroll', 'drag', 'resize', 'history', 'screenshot', 'read', 'upload'],
  ...['download', 'dialog', 'tab', 'clipboard', 'wait', 'devtools'],
] as const;

const text = z.string().max(1000);
/** Which browser of the trial, from 1 on, and when. */
const seen = { browser: z.int().nonnegative(), at: z.string().max(40) };
const lines = z.array(z.tuple([z.int().positive(), z.int().positive()])).max(100_000);

/** A line of `browser.jsonl`. */
export const browserEventSchema = z.discriminatedUnion('kind', [
  /** `none`: started from a command line, without anybody who drives it. */
  z.strictObject({ kind: z.literal('launch'), driver: z.enum(['pipe', 'port', 'none']), ...seen }),
  z.strictObject({
    kind: z.literal('action'),
    type: z.enum(actionTypes),
    /** As a user would call it: kind and name. */
    target: text.optional(),
    url: text.optional(),
    detail: text.optional(),
    /** In a frame of the page; on a canvas. */
    frame: z.literal(true).optional(),
    canvas: z.literal(true).optional(),
    ...seen,
  }),
  z.strictObject({ kind: z.literal('console'), text, url: text.optional(), ...seen }),
  z.strictObject({ kind: z.literal('failed-request'), method: text, url: text, reason: text, ...seen }),
  /** Part of the record is missing. */
  z.strictObject({
    kind: z.literal('lost'),
    what: z.enum(['record', 'events', 'commands', 'coverage', 'page']),
    reason: text,
    ...seen,
  }),
]);
export type BrowserEvent = z.infer<typeof browserEventSchema>;

/** Lines of one source text that ran in a browser, 1-based, joined to `[first, last]`. */
export const coveredSourceSchema = z.strictObject({ sha256: z.string().length(64), path: text, lines });
export type CoveredSource = z.infer<typeof coveredSourceSchema>;

/** What the recorder's process prints. */
export const recorderLineSchema = z.union([
  browserEventSchema,
  coveredSourceSchema.extend({ kind: z.literal('coverage') }),
  z.strictObject({ kind: z.literal('beat') }),
]);
export type RecorderLine = z.infer<typeof recorderLineSchema>;

/** What a trial's record says of its browsers. */
export const browserUseSchema = z.strictObject({
  launches: z.int().nonnegative(),
  /** Command lines of browsers that were started some other way than by their usual names. */
  unrecorded: z.array(text),
  /** How often each was done. */
  actions: z.partialRecord(z.enum(actionTypes), z.int().positive()),
  /** Of the suite's tags for actions, those that were done. */
  tags: z.array(actionSchema),
  consoleErrors: z.int().nonnegative(),
  failedRequests: z.int().nonnegative(),
  /** Why the record is not whole; empty if it is. */
  lost: z.array(text),
  /** Files of the baseline of which lines ran, and lines of them. */
  covered: z.strictObject({ files: z.int().nonnegative(), lines: z.int().nonnegative() }),
  /** Whether a line that the reference changes ran; null: not known. */
  reachedFix: z.boolean().nullable(),
});
export type BrowserUse = z.infer<typeof browserUseSchema>;
