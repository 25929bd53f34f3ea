import { expect, it } from 'vitest';
import { commandStream } from './command-stream.ts';

function read(...chunks: (string | Buffer)[]) {
  const seen: unknown[] = [];
  const stream = commandStream({
    onHeader: (header) => seen.push(header),
    onAction: ({ type }) => seen.push(type),
    onLost: (reason) => seen.push(`lost: ${reason}`),
  });
  for (const chunk of chunks) stream.take(Buffer.from(chunk));
  return seen;
}

const command = (method: string, params: object = {}) => `${JSON.stringify({ id: 1, method, params })}\0`;

it('tells what the commands of a driver show, however the chunks fall', () => {
  const text = [
    '# pipe 47100 \0',
    command('Page.captureScreenshot'),
    command('Page.navigate', { url: 'http://h/' }),
    command('Accessibility.getFullAXTree'),
    command('Runtime.callFunctionOn', { arguments: [{ value: 'ariaSnapshot' }] }),
    command('Tracing.start'),
    command('Runtime.releaseObject'),
  ].join('');
  const expected = [{ driver: 'pipe', port: 47_100, does: '' }, 'screenshot', 'read', 'read', 'devtools'];
  expect(read(text)).toEqual(expected);
  expect(read(...text)).toEqual(expected);
});

it('says once that something else came, and goes on', () => {
  const shot = command('Page.captureScreenshot');
  expect(
    read('# pipe 1 \0', '# what 1 \0', 'garbage\0', '{"id":1}\0', '[]\0', '\0\0', Buffer.from([0xff, 0xfe, 0]), shot),
  ).toEqual([{ driver: 'pipe', port: 1, does: '' }, 'lost: commands that are no commands', 'screenshot']);
});

it('keeps no command that is larger than any, and reads the next', () => {
  const chunks = Array.from({ length: 64 }, () => Buffer.alloc(1 << 20, 'a'));
  const before = process.memoryUsage().rss;
  expect(read(...chunks, '\0', command('Page.captureScreenshot'))).toEqual(['screenshot']);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20);
});
