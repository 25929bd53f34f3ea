import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bytes, git, plain, put, roundTrip, temporaryDir } from '../round-trip.fixture.ts';

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
        put(
          dir,
          '.gitattributes',
          '* text=auto eol=lf -diff\n* filter=evil diff=evil ident working-tree-encoding=UTF-16\n',
        );
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
