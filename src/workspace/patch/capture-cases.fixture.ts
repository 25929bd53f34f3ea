import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bytes, linesOf, plain, put, type RoundTrip } from '../round-trip.fixture.ts';
import { showPath } from '../store/path-bytes.ts';

/** What an agent may do to its workspace, and the paths that must then be in the patch. */
type Case = Pick<RoundTrip, 'change'> & Partial<RoundTrip> & { changed: string[] };
export const cases: Record<string, Case> = {
  'edited file': { change: (dir) => put(dir, 'a.txt', linesOf(30).replace('line 7\n', 'LINE\n')), changed: ['a.txt'] },
  'new file in a new folder': { change: (dir) => put(dir, 'new/x/y.ts'), changed: ['new/x/y.ts'] },
  'new file in a folder named build': { change: (dir) => put(dir, 'src/build/x.ts'), changed: ['src/build/x.ts'] },
  'empty new file': { change: (dir) => put(dir, 'empty', ''), changed: ['empty'] },
  'empty new program': { change: (dir) => put(dir, 'empty', '', 0o755), changed: ['empty'] },
  'file made empty': { change: (dir) => put(dir, 'a.txt', ''), changed: ['a.txt'] },
  'empty file gets content': {
    baseline: (dir) => put(dir, 'e', ''),
    change: (dir) => put(dir, 'e', 'x'),
    changed: ['e'],
  },
  'empty file deleted': {
    baseline: (dir) => put(dir, 'e', ''),
    change: (dir) => unlinkSync(`${dir}/e`),
    changed: ['e'],
  },
  'renamed file': {
    change: (dir) => renameSync(join(dir, 'a.txt'), join(dir, 'z.txt')),
    changed: ['a.txt', 'z.txt'],
  },
  'renamed folder': {
    change: (dir) => renameSync(join(dir, 'src'), join(dir, 'lib')),
    changed: ['lib/b.js', 'lib/deep/c.js', 'src/b.js', 'src/deep/c.js'],
  },
  'name differs by case only': {
    change: (dir) => renameSync(join(dir, 'a.txt'), join(dir, 'A.txt')),
    changed: ['A.txt', 'a.txt'],
  },
  'mode only': {
    change: (dir) => {
      chmodSync(join(dir, 'a.txt'), 0o755);
      chmodSync(join(dir, 'run.sh'), 0o644);
    },
    changed: ['a.txt', 'run.sh'],
  },
  'mode and content': {
    change: (dir) => {
      put(dir, 'run.sh', 'x\n');
      chmodSync(join(dir, 'run.sh'), 0o600);
    },
    changed: ['run.sh'],
  },
  'deleted file': { change: (dir) => unlinkSync(join(dir, 'src/deep/c.js')), changed: ['src/deep/c.js'] },
  'new links: relative, out of the workspace, dangling, to a folder, of odd bytes': {
    change: (dir) => {
      symlinkSync('a.txt', join(dir, 'l1'));
      symlinkSync('/etc/passwd', join(dir, 'l2'));
      symlinkSync('../../solution/reference.patch', join(dir, 'l3'));
      symlinkSync('nowhere', join(dir, 'src/l4'));
      symlinkSync('src', join(dir, 'l5'));
      symlinkSync(bytes('a', 0xff, '\n"b'), join(dir, 'l6'));
      symlinkSync('l7', join(dir, 'l7'));
    },
    changed: ['l1', 'l2', 'l3', 'l5', 'l6', 'l7', 'src/l4'],
  },
  'link retargeted': {
    baseline: (dir) => symlinkSync('x', join(dir, 'l')),
    change: (dir) => {
      unlinkSync(join(dir, 'l'));
      symlinkSync('y', join(dir, 'l'));
    },
    changed: ['l'],
  },
  'file replaced by a link, link by a file': {
    baseline: (dir) => {
      plain(dir);
      symlinkSync('a.txt', join(dir, 'l'));
    },
    change: (dir) => {
      unlinkSync(join(dir, 'a.txt'));
      symlinkSync('run.sh', join(dir, 'a.txt'));
      unlinkSync(join(dir, 'l'));
      put(dir, 'l', 'now a file\n');
    },
    changed: ['a.txt', 'l'],
  },
  'folder replaced by a link to another folder': {
    change: (dir) => {
      renameSync(join(dir, 'src'), join(dir, 'moved'));
      symlinkSync('moved', join(dir, 'src'));
    },
    changed: ['moved/b.js', 'moved/deep/c.js', 'src', 'src/b.js', 'src/deep/c.js'],
  },
  'link replaced by a folder': {
    baseline: (dir) => {
      plain(dir);
      symlinkSync('src', join(dir, 'l'));
    },
    change: (dir) => {
      unlinkSync(join(dir, 'l'));
      put(dir, 'l/b.js', 'let other;\n');
    },
    changed: ['l', 'l/b.js'],
  },
  'file replaced by a folder': {
    change: (dir) => {
      unlinkSync(join(dir, 'a.txt'));
      put(dir, 'a.txt/inner/x', 'x');
    },
    changed: ['a.txt', 'a.txt/inner/x'],
  },
  'folder replaced by a file': {
    change: (dir) => {
      rmSync(join(dir, 'src'), { recursive: true });
      put(dir, 'src', 'file\n');
    },
    changed: ['src', 'src/b.js', 'src/deep/c.js'],
  },
  'no final newline, on either side and on both': {
    baseline: (dir) => {
      put(dir, 'with', 'a\nb\n');
      put(dir, 'without', 'a\nb');
      put(dir, 'both', 'a\nb');
    },
    change: (dir) => {
      put(dir, 'with', 'a\nb');
      put(dir, 'without', 'a\nb\n');
      put(dir, 'both', 'a\nc');
    },
    changed: ['both', 'with', 'without'],
  },
  'CRLF, lone CR, mixed': {
    baseline: (dir) => put(dir, 'w.txt', 'a\r\nb\r\nc\r\n'),
    change: (dir) => put(dir, 'w.txt', 'a\r\nB\r\nc\n\rd\r'),
    changed: ['w.txt'],
  },
  'trailing blanks and blank lines': {
    baseline: (dir) => put(dir, 's.txt', 'a  \n\n\t \nb\n'),
    change: (dir) => put(dir, 's.txt', 'a \n\n\n\t\nb\n \n\n'),
    changed: ['s.txt'],
  },
  'Latin-1 bytes': {
    baseline: (dir) => put(dir, 'l.txt', bytes('caf', 0xe9, '\nx\n')),
    change: (dir) => put(dir, 'l.txt', bytes('caf', 0xe8, '\nx\n', 0x80, 0xff, '\n')),
    changed: ['l.txt'],
  },
  'binary files: new, edited, deleted': {
    baseline: (dir) => {
      put(dir, 'edited.bin', Buffer.concat([Buffer.alloc(900), bytes('tail', 0)]));
      put(dir, 'deleted.bin', bytes(0, 1, 2));
    },
    change: (dir) => {
      put(dir, 'edited.bin', Buffer.concat([Buffer.alloc(900), bytes('TAIL', 0, 0xff)]));
      unlinkSync(join(dir, 'deleted.bin'));
      put(dir, 'new.png', randomBytes(5000));
      put(dir, 'text.txt', 'text beside it\n');
    },
    changed: ['deleted.bin', 'edited.bin', 'new.png', 'text.txt'],
  },
  'content that looks like a patch': {
    baseline: (dir) => put(dir, 'p', '-- x\n++ y\n@@ -1 +1 @@\n'),
    change: (dir) => put(dir, 'p', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-- x\n'),
    changed: ['p'],
  },
  'files that .gitignore matches': {
    baseline: (dir) => put(dir, '.gitignore', '*.log\nout/\n'),
    change: (dir) => {
      put(dir, 'x.log');
      put(dir, 'out/y.js');
      put(dir, '.gitignore', '*\n');
    },
    changed: ['.gitignore', 'out/y.js', 'x.log'],
  },
  'hidden files': { change: (dir) => put(dir, '.config/.x/.y'), changed: ['.config/.x/.y'] },
};

const names: [label: string, name: string | Buffer, shown: string][] = [
  ['space', ' a b ', ' a b '],
  ['quotes', `it's "x"`, `it's "x"`],
  ['newline', 'a\nb', 'a\\x0ab'],
  ['tab', 'a\tb', 'a\\x09b'],
  ['backslash', 'a\\b\\x41', 'a\\\\b\\\\x41'],
  ['leading dash', '--help', '--help'],
  ['not UTF-8', bytes('caf', 0xe9, '.js'), 'caf\\xe9.js'],
  ['truncated UTF-8', bytes('a', 0xe2, 0x82), 'a\\xe2\\x82'],
  ['UTF-8', 'ü—漢字😀', 'ü—漢字😀'],
  ['terminal escape', '\x1b[31mred', '\\x1b[31mred'],
  ['right-to-left override', 'a\u202eb', 'a\\xe2\\x80\\xaeb'],
  ['glob', 'a*?[b]{c}', 'a*?[b]{c}'],
  ['like a diff', 'b b', 'b b'],
  ['carriage return', '\r', '\\x0d'],
  ['longest', 'n'.repeat(255), 'n'.repeat(255)],
];
for (const [label, name, shown] of names) {
  const folder = Buffer.concat([Buffer.from(name as string).subarray(0, 250), Buffer.from('-dir/x')]);
  cases[`name with ${label}`] = {
    baseline: (dir) => put(dir, name, 'old\n'),
    change: (dir) => {
      put(dir, name, 'new\n');
      put(dir, folder, 'y\n');
    },
    changed: [shown, `${shown.slice(0, label === 'longest' ? 250 : undefined)}-dir/x`],
  };
}

const allBytes = Buffer.from([...Array(255).keys()].map((n) => n + 1).filter((n) => n !== 0x2f));
cases['name with every byte'] = {
  baseline: () => undefined,
  change: (dir) => put(dir, allBytes, 'all\n'),
  changed: [showPath(allBytes)],
};
