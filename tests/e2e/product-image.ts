import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Docker from 'dockerode';
import { writeFiles } from './bugsweep.ts';

/** What a shell, the programs that steer a product, and Node need; copied from this machine, since no registry is asked. */
const PROGRAMS = [
  '/bin/sh',
  '/bin/cat',
  '/bin/sleep',
  '/bin/rm',
  '/bin/mkdir',
  '/bin/ls',
  '/usr/bin/tail',
  '/usr/bin/id',
];

/** Makes an image of a small Linux with Node and the files given, and returns its name. */
export async function makeImage(
  docker: Docker,
  dir: string,
  { name, files, config }: { name: string; files: Record<string, string>; config: readonly string[] },
): Promise<string> {
  const root = join(dir, 'image');
  for (const folder of ['usr/bin', 'usr/lib', 'usr/lib64', 'tmp', 'run', 'etc', 'proc', 'sys', 'dev']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const link of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link));
  for (const program of PROGRAMS)
    copyProgram(program, join(root, 'usr/bin', program.slice(program.lastIndexOf('/') + 1)), root);
  copyProgram(process.execPath, join(root, 'usr/bin/node'), root);
  writeFiles(root, files);
  execFileSync('tar', ['-cf', join(dir, 'image.tar'), '-C', root, '.']);
  const [repo = '', tag = ''] = name.split(':');
  const answer = await docker.importImage(join(dir, 'image.tar'), { repo, tag, changes: [...config] });
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(answer, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });
  writeFileSync(join(dir, 'image.tar'), '');
  return name;
}

function copyProgram(from: string, to: string, root: string): void {
  cpSync(from, to, { dereference: true });
  const listed = execFileSync('ldd', [from], { encoding: 'utf8' });
  for (const [, library = ''] of listed.matchAll(/(\/\S+) \(0x/g)) {
    const target = join(root, library.replace(/^\/(lib|lib64)\//, '/usr/$1/'));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(library, target, { dereference: true });
  }
}
