import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { put, type RoundTrip, roundTrip, snapshot, temporaryDir } from '../round-trip.fixture.ts';
import { showPath } from '../store/path-bytes.ts';
import { capturePatch } from './capture-patch.ts';

const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=m', ...args], {
    cwd: dir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const linesOf = (count: number, name = 'line'): string =>
  Array.from({ length: count }, (_, index) => `${name} ${index}\n`).join('');
const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

function plain(dir: string): void {
  put(dir, 'a.txt', linesOf(30));
  put(dir, 'src/b.js', 'let b;\n');
  put(dir, 'src/deep/c.js', 'let c;\n');
  put(dir, 'run.sh', '#!/bin/sh\n', 0o755);
}

type Case = Pick<RoundTrip, 'change'> & Partial<RoundTrip> & { changed: string[] };
const cases: Record<string, Case> = {
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

const attributes = [
  ...['-diff', 'filter=evil diff=evil', 'text eol=crlf', 'text=auto eol=lf', 'binary', 'ident', 'crlf=input', '-text'],
  ...['working-tree-encoding=UTF-16', 'export-ignore export-subst', 'whitespace=trailing-space,cr-at-eol'],
];
for (const attribute of attributes) {
  cases[`.gitattributes with ${attribute}`] = {
    baseline: (dir) => {
      put(dir, '.gitattributes', `* ${attribute}\n`);
      put(dir, 'a.txt', 'one $Id$\r\ntwo\n');
    },
    change: (dir) => put(dir, 'a.txt', 'one $Id$\r\nTWO \n'),
    changed: ['a.txt'],
  };
}

describe('what an agent may do comes back as it was', () => {
  // Each case has a folder of its own in one workspace: many processes fewer than a round trip for each.
  const root = mkdtempSync(join(tmpdir(), 'bugsweep-workspace-test-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const entries = Object.entries(cases).map(([name, each], index) => ({ name, folder: `case-${index}`, ...each }));
  let trip: Awaited<ReturnType<typeof roundTrip>>;
  beforeAll(async () => {
    const each = (step: 'baseline' | 'change') => async (dir: string) => {
      for (const { folder, ...rest } of entries) {
        mkdirSync(join(dir, folder), { recursive: true });
        await { baseline: plain, ...rest }[step](join(dir, folder));
      }
    };
    trip = await roundTrip({ root, baseline: each('baseline'), change: each('change') });
  }, 30_000);

  for (const { name, folder, changed } of entries) {
    test(name, () => {
      const inFolder = trip.changed.filter((path) => path.startsWith(`${folder}/`));
      expect(inFolder.map((path) => path.slice(folder.length + 1)).sort()).toEqual([...changed].sort());
      const [before, after] = [join(trip.workspace, folder), join(trip.result, folder)];
      if (existsSync(after)) expect(snapshot(after)).toEqual(snapshot(before));
      else expect(snapshot(before)).toEqual({});
    });
  }

  test('nothing was skipped, and no attribute had a say in the text', () => {
    expect(trip.capture.skipped).toEqual([]);
    expect(trip.capture.patchBytes).toBe(trip.patch.length);
    expect(trip.patch.toString('latin1').split('-two\n+TWO \n')).toHaveLength(attributes.length + 1);
  });

  test('a workspace that did not change gives an empty patch', async () => {
    const { patch, capture, baselineTree } = await roundTrip({ baseline: plain, change: () => undefined });
    expect(patch).toEqual(Buffer.alloc(0));
    expect(capture).toEqual({
      baselineTree,
      tree: baselineTree,
      patchBytes: 0,
      changed: [],
      skipped: [],
      tampered: [],
    });
  });

  test('everything deleted, and everything new', async () => {
    const wipe = (dir: string) => {
      for (const name of ['a.txt', 'src', 'run.sh']) rmSync(join(dir, name), { recursive: true });
    };
    const paths = ['a.txt', 'run.sh', 'src/b.js', 'src/deep/c.js'];
    const gone = await roundTrip({ baseline: plain, change: wipe });
    expect(gone.changed).toEqual(paths);
    expect(snapshot(gone.result)).toEqual({});
    const made = await roundTrip({ baseline: () => undefined, change: plain });
    expect(made.changed).toEqual(paths);
  });
});

describe('what a patch cannot carry is skipped and listed', () => {
  test('pipes, sockets, devices; a file replaced by a pipe is deleted', async () => {
    const socket = createServer();
    const { capture, result } = await roundTrip({
      baseline: plain,
      change: async (dir) => {
        execFileSync('mkfifo', [join(dir, 'pipe')]);
        unlinkSync(join(dir, 'a.txt'));
        execFileSync('mkfifo', [join(dir, 'a.txt')]);
        await new Promise<void>((resolve) => socket.listen(join(dir, 'src/sock'), resolve));
        put(dir, 'beside.txt', 'kept\n');
      },
    });
    socket.close();
    expect(capture.skipped).toEqual([
      { path: 'a.txt', reason: 'fifo' },
      { path: 'pipe', reason: 'fifo' },
      { path: 'src/sock', reason: 'socket' },
    ]);
    expect(capture.changed.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'deleted'],
      ['beside.txt', 'added'],
    ]);
    expect(readFileSync(join(result, 'beside.txt'), 'utf8')).toBe('kept\n');
  });

  test('a sparse file of 1 TB is neither read nor waited for', async () => {
    const startedAt = performance.now();
    const { capture } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        put(dir, 'huge', '');
        truncateSync(join(dir, 'huge'), 2 ** 40);
        put(dir, 'small', 'y\n');
      },
      isLeftOut: (path) => path === 'huge',
    });
    expect(capture.skipped).toEqual([
      { path: 'huge', reason: 'too-large', detail: '1099511627776 bytes, at most 67108864' },
    ]);
    expect(capture.changed.map(({ path }) => path)).toEqual(['small']);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  test('a limit on the bytes in all', async () => {
    const { capture } = await roundTrip({
      baseline: (dir) => put(dir, 'z.txt', 'z\n'),
      change: (dir) => {
        put(dir, 'a.bin', Buffer.alloc(800));
        put(dir, 'b.bin', Buffer.alloc(800));
        put(dir, 'z.txt', 'changed\n');
      },
      isLeftOut: (path) => path === 'b.bin',
      options: { maxTotalBytes: 1000 },
    });
    expect(capture.changed.map(({ path }) => path)).toEqual(['a.bin', 'z.txt']);
    expect(capture.skipped).toEqual([{ path: 'b.bin', reason: 'limit', detail: 'more than 1000 bytes in all' }]);
  });

  test('a heap of junk does not crowd out the files of the baseline', async () => {
    const { capture } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        for (let index = 0; index < 300; index += 1) put(dir, `0-junk/${index}`, 'j');
        put(dir, 'src/b.js', 'let fixed;\n');
      },
      isLeftOut: (path) => path.startsWith('0-junk/'),
      options: { maxEntries: 20 },
    });
    expect(capture.changed.map(({ path }) => path)).toContain('src/b.js');
    expect(capture.changed.filter(({ status }) => status === 'deleted')).toEqual([]);
    // 20 entries: 6 of the baseline, the folder of junk, 13 files in it.
    expect(capture.changed.filter(({ status }) => status === 'added')).toHaveLength(13);
    expect(capture.skipped).toMatchObject([{ reason: 'limit' }]);
  });

  test.skipIf(process.getuid?.() === 0)('unreadable files and folders', async () => {
    const { capture } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        put(dir, 'closed', 'x', 0o000);
        mkdirSync(join(dir, 'locked'), { mode: 0o000 });
      },
      isLeftOut: (path) => path === 'closed' || path === 'locked',
    });
    expect(capture.skipped).toEqual([
      { path: 'closed', reason: 'unreadable', detail: 'EACCES' },
      { path: 'locked', reason: 'unreadable', detail: 'EACCES' },
    ]);
  });

  test('names that git refuses; a nested repository keeps its files', async () => {
    const refused = ['.GIT', 'git~1', 'GIT~1', '.git ', '.git.', 'sub/.Git', 'a\\.git', '.git:x'];
    const { capture, result } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        for (const name of refused) put(dir, `${name}/config`);
        symlinkSync('/etc/passwd', join(dir, '.gitmodules'));
        mkdirSync(join(dir, 'nested/inner'), { recursive: true });
        git(join(dir, 'nested'), 'init', '-q');
        put(dir, 'nested/inner/file.js', 'in a nested repository\n');
        git(join(dir, 'nested'), 'add', '-A');
        git(join(dir, 'nested'), 'commit', '-qm', 'x');
        put(dir, '.gitx/near', 'near miss\n');
        put(dir, 'sub/git~2', 'near miss\n');
      },
      isLeftOut: (path) => path === '.gitmodules' || refused.some((name) => path.startsWith(name)),
    });
    expect(new Set(capture.skipped.map(({ path }) => path))).toEqual(
      new Set([...refused.map((name) => name.replace('\\', '\\\\')), '.gitmodules', 'nested/.git']),
    );
    expect(capture.skipped.every(({ reason }) => reason === 'git-directory')).toBe(true);
    expect(capture.changed.map(({ path }) => path)).toEqual(['.gitx/near', 'nested/inner/file.js', 'sub/git~2']);
    expect(readFileSync(join(result, 'nested/inner/file.js'), 'utf8')).toBe('in a nested repository\n');
  });

  test('declared folders are left out of both sides', async () => {
    const { capture, store, baselineTree } = await roundTrip({
      baseline: (dir) => {
        plain(dir);
        put(dir, 'dist/app.js', 'shipped\n');
        put(dir, 'src/dist/own.js', 'own\n');
      },
      change: (dir) => {
        put(dir, 'node_modules/x/index.js', 'changed\n');
        put(dir, 'src/node_modules/y/index.js', 'not declared\n');
        put(dir, 'packages/p/.cache/z', 'declared by a glob\n');
        put(dir, 'src/dist/own.js', 'edited\n');
      },
      options: { declared: ['./node_modules/', 'dist', '**/.cache'] },
      isLeftOut: (path) => path === 'node_modules' || path === 'packages',
    });
    expect(capture.changed.map(({ path }) => path)).toEqual(['src/dist/own.js', 'src/node_modules/y/index.js']);
    expect(capture.skipped).toEqual([
      { path: 'dist', reason: 'declared' },
      { path: 'node_modules', reason: 'declared' },
      { path: 'packages/p/.cache', reason: 'declared' },
    ]);
    expect(capture.tree).not.toBe(baselineTree);
    expect(store.dir).not.toBe('');
  });
});

describe('the repository in the workspace has no say', () => {
  function repository(dir: string): void {
    git(dir, 'init', '-q');
    git(dir, 'add', '-A');
    git(dir, 'commit', '-qm', 'baseline');
    git(dir, 'tag', 'baseline');
  }

  test('commits, moved tags, hostile configuration and hooks, assume-unchanged', async () => {
    const marker = join(temporaryDir(), 'hook-ran');
    const { changed, patch, result } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        repository(dir);
        git(dir, 'update-index', '--assume-unchanged', 'run.sh');
        put(dir, 'run.sh', 'assumed unchanged\n');
        put(dir, 'a.txt', 'committed\n');
        git(dir, 'commit', '-qam', 'work');
        git(dir, 'tag', '-f', 'baseline');
        put(dir, 'untracked.txt', 'u\n');
        put(dir, '.git/config', hostileConfig(marker));
        for (const hook of ['pre-commit', 'post-index-change', 'reference-transaction', 'post-checkout']) {
          put(dir, `.git/hooks/${hook}`, `#!/bin/sh\ntouch ${marker}\n`, 0o755);
        }
        put(dir, '.git/info/exclude', '*\n');
        put(dir, '.git/info/attributes', '* -diff\n');
      },
    });
    expect(changed).toEqual(['a.txt', 'run.sh', 'untracked.txt']);
    expect(patch.toString().split('\n')[0]).toBe('diff --git a/a.txt b/a.txt');
    expect(patch.includes('\x1b')).toBe(false);
    expect(readFileSync(join(result, 'a.txt'), 'utf8')).toBe('committed\n');
    expect(() => readFileSync(marker)).toThrow('ENOENT');
  });

  const hostileConfig = (marker: string): string => `[core]
	fileMode = false
	autocrlf = true
	worktree = /
	hooksPath = hooks
	fsmonitor = touch ${marker}
	symlinks = false
[diff]
	external = touch ${marker}
	noprefix = true
	renames = copies
[color]
	ui = always
[filter "evil"]
	clean = touch ${marker}
	smudge = touch ${marker}
	required = true
[diff "evil"]
	textconv = touch ${marker}
`;

  test('.gitattributes that the agent adds at the root', async () => {
    const { patch } = await roundTrip({
      baseline: (dir) => put(dir, 'a.txt', 'one\r\n'),
      change: (dir) => {
        put(dir, '.gitattributes', attributes.map((each) => `* ${each}\n`).join(''));
        put(dir, 'a.txt', 'ONE\r\n');
        put(dir, 'lfs.bin', bytes(0, 1));
      },
    });
    expect(patch.toString('latin1')).toContain('-one\r\n+ONE\r\n');
  });

  test('a workspace inside the repository of the user, whose configuration is hostile too', async () => {
    const outer = temporaryDir();
    put(outer, 'package.json', '{}\n');
    repository(outer);
    writeFileSync(join(outer, '.git/config'), hostileConfig(join(outer, 'ran')));
    put(outer, '.gitattributes', '* -diff -text\n');
    put(outer, '.gitignore', 'runs/\n*.txt\n');
    const head = readFileSync(join(outer, '.git/index'));
    const { changed } = await roundTrip({
      dir: join(outer, 'runs/r1/workspace'),
      baseline: plain,
      change: (dir) => put(dir, 'a.txt', 'inside\n'),
    });
    expect(changed).toEqual(['a.txt']);
    expect(readFileSync(join(outer, '.git/index'))).toEqual(head);
  });

  test("the user's own configuration and environment change nothing", async () => {
    const home = temporaryDir();
    put(home, '.gitconfig', hostileConfig(join(home, 'ran')));
    const saved = { ...process.env };
    Object.assign(process.env, {
      HOME: home,
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_DIR: join(home, 'nowhere'),
      GIT_WORK_TREE: home,
      GIT_INDEX_FILE: join(home, 'index'),
      GIT_EXTERNAL_DIFF: 'false',
      GIT_DIFF_OPTS: '--unified=0',
      LC_ALL: 'de_DE.UTF-8',
    });
    try {
      const { patch } = await roundTrip({ baseline: plain, change: (dir) => put(dir, 'src/b.js', 'let bb;\n') });
      expect(patch.toString().replace(/[0-9a-f]{40}\.\.[0-9a-f]{40}/, 'OLD..NEW')).toBe(
        'diff --git a/src/b.js b/src/b.js\nindex OLD..NEW 100644\n--- a/src/b.js\n+++ b/src/b.js\n@@ -1 +1 @@\n-let b;\n+let bb;\n',
      );
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name];
      Object.assign(process.env, saved);
    }
  });
});

test('protected paths that changed are recorded and stay in the patch', async () => {
  const { capture, result } = await roundTrip({
    baseline: (dir) => {
      plain(dir);
      put(dir, 'package-lock.json', '{}\n');
      put(dir, 'tests/a/x.test.ts', 'x\n');
      put(dir, 'vitest.config.ts', 'x\n');
    },
    change: (dir) => {
      put(dir, 'package-lock.json', '{"evil":1}\n');
      rmSync(join(dir, 'tests'), { recursive: true });
      put(dir, 'src/.hidden/new\nline.spec.ts', 'x\n');
      put(dir, 'src/b.js', 'let fixed;\n');
    },
    options: { protectedPaths: ['package-lock.json', 'tests', '*.config.ts', '**/*.spec.ts'] },
  });
  expect(capture.tampered).toEqual(['package-lock.json', 'src/.hidden/new\\x0aline.spec.ts', 'tests/a/x.test.ts']);
  expect(readFileSync(join(result, 'package-lock.json'), 'utf8')).toBe('{"evil":1}\n');
});

test('a changed path is described with modes, status and size', async () => {
  const { capture } = await roundTrip({
    baseline: plain,
    change: (dir) => {
      put(dir, 'new.txt', '12345');
      chmodSync(join(dir, 'src/b.js'), 0o755);
      unlinkSync(join(dir, 'a.txt'));
      unlinkSync(join(dir, 'run.sh'));
      symlinkSync('src', join(dir, 'run.sh'));
    },
  });
  expect(capture.changed).toEqual([
    { path: 'a.txt', status: 'deleted', oldMode: '100644', newMode: null, sizeBytes: 0 },
    { path: 'new.txt', status: 'added', oldMode: null, newMode: '100644', sizeBytes: 5 },
    { path: 'run.sh', status: 'type-changed', oldMode: '100755', newMode: '120000', sizeBytes: 3 },
    { path: 'src/b.js', status: 'modified', oldMode: '100644', newMode: '100755', sizeBytes: 7 },
  ]);
});

describe('size', () => {
  test('a patch of more than 20 MB', async () => {
    const { patch } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        put(dir, 'big.txt', linesOf(250_000, 'text '.repeat(16)));
        put(dir, 'big.bin', randomBytes(4 << 20));
      },
    });
    expect(patch.length).toBeGreaterThan(20e6);
  });

  test('2,000 files, and folders 300 deep', async () => {
    const { changed } = await roundTrip({
      baseline: plain,
      change: (dir) => {
        for (let index = 0; index < 2000; index += 1) put(dir, `many/${index % 70}/${index}.txt`, `${index}\n`);
        put(dir, `${'d/'.repeat(300)}deep.txt`);
      },
    });
    expect(changed).toHaveLength(2001);
  });

  test('an ordinary project takes well under 300 ms', async () => {
    const { store, baselineTree, workspace } = await roundTrip({
      baseline: (dir) => {
        for (let index = 0; index < 120; index += 1)
          put(dir, `src/f${index % 9}/${index}.tsx`, linesOf(120, `${index}`));
      },
      change: (dir) => put(dir, 'src/f1/1.tsx', 'fixed\n'),
    });
    const startedAt = performance.now();
    await capturePatch({ store, dir: workspace, baselineTree, declared: [], protectedPaths: [] });
    expect(performance.now() - startedAt).toBeLessThan(300);
  });
});
