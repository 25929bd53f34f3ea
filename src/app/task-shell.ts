import { chmodSync, chownSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Owner, Pod } from '../environment/index.ts';
import { errorText } from '../errors.ts';

const MAX_REQUEST_CHARS = 256 << 10;
const MAX_AT_ONCE = 16;
/** Of output that nobody reads: whoever asks and does not listen must not fill the memory. */
const MAX_UNREAD_BYTES = 16 << 20;
const PIECE_BYTES = 48 << 10;

const request = z.strictObject({ argv: z.array(z.string()).min(1), cwd: z.string() });

/**
 * Serves `task-shell`: who connects to the socket in `dir` has a command run where the product runs, under the same
 * user and limits as everything of the pod. One line of JSON is asked, lines of JSON are answered: `{"out": <base64>}`,
 * and at the end `{"exit": <code>}`.
 */
export async function serveTaskShell(
  dir: string,
  { pod, workspace, owner }: { pod: Pod; workspace: string; owner: Owner | undefined },
): Promise<{ close(): void }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    if (open.size > MAX_AT_ONCE) return void socket.end(said('too many commands at once\n', 1));
    void firstLine(socket)
      .then((line) => answer(socket, line, { pod, workspace }))
      .catch((error) => socket.end(said(`task-shell: ${errorText(error)}\n`, 126)));
  });
  const path = join(dir, 'shell.sock');
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
  return {
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const said = (text: string, exit: number): string =>
  `${line({ out: Buffer.from(text).toString('base64') })}${line({ exit })}`;

function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > MAX_REQUEST_CHARS) reject(new Error('the command is too long'));
    });
    socket.on('close', () => reject(new Error('nothing was asked')));
  });
}

async function answer(socket: Socket, text: string, { pod, workspace }: { pod: Pod; workspace: string }) {
  const { argv, cwd } = request.parse(JSON.parse(text));
  const inside = /^\/workspace(\/|$)/.test(cwd) ? `${workspace}${cwd.slice('/workspace'.length)}` : workspace;
  // One stream, as a person at a terminal sees it.
  const joined = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh', ...argv];
  const running = await pod.startInProduct?.(joined, {
    cwd: inside,
    maxOutputBytes: 0,
    onStdout: (chunk) => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        socket.write(line({ out: chunk.subarray(at, at + PIECE_BYTES).toString('base64') }));
      }
      if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    },
  });
  if (running === undefined) throw new Error('there is no product');
  socket.on('close', () => running.kill());
  if (socket.destroyed) running.kill();
  const { exitCode } = await running.exited;
  socket.end(line({ exit: exitCode ?? 137 }));
}
