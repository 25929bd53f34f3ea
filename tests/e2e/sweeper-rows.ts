import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeFiles } from './bugsweep.ts';

const server = (imports: string, body: string) => `import { createServer } from 'node:http';
${imports}
createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(${body});
}).listen(Number(process.env.PORT), '127.0.0.1');
`;
const page = (body: string) => `<!doctype html><html lang="en"><title>App</title>${body}`;
const manifest = (rest: object = {}) =>
  JSON.stringify({ name: 'app', private: true, type: 'module', scripts: { start: 'node server.mjs' }, ...rest });

/** A published package that this repository uses itself, as its lockfile knows it. */
function lockedMs() {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const { version, resolved, integrity } = lock.packages['node_modules/ms'];
  const dependencies = { ms: version };
  const packages = { '': { name: 'app', dependencies }, 'node_modules/ms': { version, resolved, integrity } };
  return {
    'package.json': manifest({ dependencies }),
    'package-lock.json': JSON.stringify({ name: 'app', lockfileVersion: 3, requires: true, packages }),
  };
}

interface SmallApp {
  slug: string;
  /** The buggy version; and what the repair changes in it. */
  files: Record<string, string>;
  repair: Record<string, string>;
  target: { setup?: unknown[]; steps: string[] };
  preservation: { setup?: unknown[]; steps: string[] };
}

const AT = 'http://127.0.0.1:13200';
const counter = (step: number) =>
  page(
    `<h1>Counter</h1><button>More</button> <p role="status">0</p><script>
     const out = document.querySelector('p');
     document.querySelector('button').onclick = () => { out.textContent = String(Number(out.textContent) + ${step}); };</script>`,
  );
const greeting = (key: string) =>
  page(
    `<h1>Hello</h1><p role="status"></p><button>Forget me</button><script>
     const out = document.querySelector('p');
     out.textContent = 'Hello, ' + (localStorage.getItem('${key}') ?? 'stranger');
     document.querySelector('button').onclick = () => { localStorage.clear(); out.textContent = 'Forgotten'; };</script>`,
  );
const fromFile = server(
  "import { readFileSync } from 'node:fs';",
  "readFileSync(new URL('index.html', import.meta.url))",
);
const duration = (unit: string) =>
  server(
    "import ms from 'ms';",
    `${JSON.stringify(page('<h1>Break</h1>'))} + '<p>It takes ' + ms(2 * ${unit}, { long: true }) + '.</p>'`,
  );

/** Three small products: a page, a page that remembers, a server with a package. */
export const SMALL_APPS: readonly SmallApp[] = [
  {
    slug: 'counter',
    files: { 'package.json': manifest(), 'server.mjs': fromFile, 'index.html': counter(2) },
    repair: { 'index.html': counter(1) },
    target: { steps: [`Open exactly ${AT}/.`, 'Click the button "More".', 'Expect the message to say exactly "1".'] },
    preservation: { steps: [`Open ${AT}.`, 'Expect the message to say exactly "0".'] },
  },
  {
    slug: 'greeting',
    files: { 'package.json': manifest(), 'server.mjs': fromFile, 'index.html': greeting('nmae') },
    repair: { 'index.html': greeting('name') },
    target: {
      setup: [{ set_localStorage: { name: 'nobody' } }, 'clear_localStorage', { set_localStorage: { name: 'Mira' } }],
      steps: [
        `Open ${AT}/. Expect the message to say exactly "Hello, Mira".`,
        'Click "Forget me". Reload the page. Expect the message to say exactly "Hello, stranger".',
      ],
    },
    preservation: {
      setup: [{ set_localStorage: { name: 'Mira' } }, { clear_localStorage: true }],
      steps: [`Open ${AT}/. Expect the message to say exactly "Hello, stranger".`],
    },
  },
  {
    slug: 'break-length',
    files: { ...lockedMs(), 'server.mjs': duration('1000') },
    repair: { 'server.mjs': duration('60000') },
    target: { steps: [`Open ${AT}/. Expect "It takes 2 minutes." exactly once.`] },
    preservation: { steps: [`Open ${AT}/. Expect the heading "Break".`] },
  },
];

/** Makes a git repository of each app below `dir`, with the repair as its second commit, and returns the rows. */
export function makeRows(dir: string, apps: readonly SmallApp[] = SMALL_APPS): Record<string, unknown>[] {
  return apps.map(({ slug, files, repair, target, preservation }, index) => {
    const repo = join(dir, slug);
    writeFiles(repo, files);
    git(repo, 'init', '-q', '.');
    const base_commit = commitAll(repo);
    writeFiles(repo, repair);
    const reference_commit = commitAll(repo);
    const workflows = [
      { id: `${slug}_target`, category: 'target', purpose: 'It is right.', ...target },
      { id: `${slug}_preservation`, category: 'preservation', purpose: 'It stays right.', ...preservation },
    ];
    return {
      ...{ case_id: `sweeper-00${index + 1}`, slug, repo, base_commit, reference_commit },
      task_scoped: `Find and fix issues in what ${slug} shows.`,
      task_specified: `Fix what ${slug} shows: it is wrong at the first look.`,
      ...{ pr: 'https://example.org/1', issue: null, workflows: stringify(workflows) },
    };
  });
}

const ME = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

function commitAll(repo: string): string {
  git(repo, 'add', '-A');
  git(repo, ...ME, 'commit', '-q', '-m', 'x');
  return git(repo, 'rev-parse', 'HEAD');
}
