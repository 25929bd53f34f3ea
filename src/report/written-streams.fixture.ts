import { PassThrough } from 'node:stream';
import type { ReportStreams } from './reporter.ts';

/** Streams that keep what is written to them. */
export function writtenStreams(terminal?: { columns: number; rows: number }) {
  const written = { out: '', err: '' };
  const out = new PassThrough().on('data', (chunk: Buffer) => {
    written.out += chunk.toString();
  });
  const err = new PassThrough().on('data', (chunk: Buffer) => {
    written.err += chunk.toString();
  });
  if (terminal !== undefined) Object.assign(err, { isTTY: true, ...terminal });
  const streams: ReportStreams = { out, err, colours: false };
  return { streams, written };
}
