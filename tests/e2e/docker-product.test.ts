import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dockerEnvironment } from '../../src/environment/index.ts';
import { bugsweep, expectTrials, processesWith, temporaryFolder, writeFiles } from './bugsweep.ts';
import { inContainers, testEngine } from './escape/docker-engine.ts';
import { placeIn } from './escape/pod-under-attack.ts';
import { makeImage } from './product-image.ts';
import { makeRows } from './sweeper-rows.ts';

const engine = await testEngine();
const IMAGE = 'bugsweep-test-product:1';

/** Answers from the first moment on, as many servers do; its page is whole only after a while. */
const SERVER = `import { createServer } from 'node:http';
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const motto = createRequire('/srv/product/')('motto');
const startedAt = Date.now();
createServer((request, response) => {
  const age = Date.now() - startedAt;
  if (request.url === '/' && age < 1000) return response.end('building');
  if (request.url === '/') return response.writeHead(302, { location: '/home' }).end();
  if (request.url === '/app.js' && age < 2500) return response.writeHead(503).end();
  try {
    appendFileSync('/srv/data/visits', request.url + '\\n');
    const name = request.url === '/app.js' ? 'app.js' : 'index.html';
    const text = readFileSync(name, 'utf8').replace('MOTTO', motto + ' ' + process.env.PLACE + ' ' + readFileSync('/srv/data/seed', 'utf8'));
    response.writeHead(200, { 'content-type': name.endsWith('js') ? 'text/javascript' : 'text/html' }).end(text);
  } catch (error) { response.writeHead(500).end(String(error)); }
}).listen(3000, '0.0.0.0');
`;

const APP = `schemaVersion = 1
name = "product"
dependencies = ["node_modules"]
[server]
kind = "image"
image = "${IMAGE}"
workspace = "/srv/product"
writable = ["/srv/data"]
`;

const page = (script: string) =>
  `<!doctype html><html lang="en"><title>P</title><h1>MOTTO</h1><p role="status"></p>${script}`;
const ROW = {
  slug: 'product',
  files: {
    'index.html': page('<script src="/app.js"></script>'),
    'app.js': "document.querySelector('p').textContent = 'wrong';",
  },
  repair: { 'app.js': "document.querySelector('p').textContent = 'right';" },
  target: { steps: ['Open http://127.0.0.1:13200/. Expect the message to say exactly "right".'] },
  preservation: { steps: ['Open http://127.0.0.1:13200/. Expect the heading "it works in the image seeded".'] },
};

/** Says what it finds in its own place and in the product's, then repairs the bug. */
const AGENT = `#!/bin/sh
say() { echo "$1: $2"; }
say user "$(task-shell id -u) of $(id -u)"
say mark "$(task-shell cat /etc/image-mark), here $(cat /etc/image-mark 2>/dev/null || echo none)"
say packages "$(task-shell ls node_modules) $(ls node_modules)"
mkdir -p deep; cd deep; say folder "$(task-shell sh -c 'echo $PWD')"; cd ..
task-shell sh -c 'echo both >&2; exit 7'; say exit $?
say wrote "$(task-shell sh -c 'echo x > /etc/image-mark && echo WROTE')"
say secret "$(task-shell cat /run/task-shell/shell.sock /opt/bugsweep/../../workspace/app.js 2>&1 | tail -1)"
echo "document.querySelector('p').textContent = 'right';" > app.js
say product "$(task-shell cat app.js)"
app restart
i=0; until [ $i -gt 100 ] || app log | grep -q ended; do sleep 0.2; i=$((i+1)); done
say restarted "$(app log | tail -1)"
rmdir deep
`;

describe.skipIf(engine === undefined)(
  inContainers('a product that is an image, where an engine can be started'),
  () => {
    const env = { DOCKER_HOST: engine?.host ?? '' };
    const docker = new Docker({ socketPath: env.DOCKER_HOST.replace('unix://', '') });
    let [cwd, dir] = ['', ''];

    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), 'bugsweep-image-'));
      await makeImage(docker, dir, {
        name: IMAGE,
        files: {
          'srv/serve.mjs': SERVER,
          'srv/data/seed': 'seeded',
          'etc/image-mark': 'the image',
          'srv/product/index.html': 'of the image, which the workspace takes the place of',
          'srv/product/node_modules/motto/index.js': "module.exports = 'it works in';",
        },
        config: ['CMD ["node", "/srv/serve.mjs"]', 'WORKDIR /srv/product', 'ENV PLACE="the image"'],
      });
    });
    afterAll(async () => {
      await docker.getImage(IMAGE).remove({ force: true });
      rmSync(dir, { recursive: true, force: true });
      await engine?.stop();
    });

    async function importedProduct() {
      cwd = temporaryFolder();
      writeFileSync(join(cwd, 'test.jsonl'), `${JSON.stringify(makeRows(join(cwd, 'repositories'), [ROW])[0])}\n`);
      const words = ['import', 'sweeper-bench', 'test.jsonl', '--out', 'sweeper', '--offline'];
      expect((await bugsweep(words, { cwd })).exitCode).toBe(0);
      writeFiles(cwd, { 'sweeper/sweeper-001/environment/app.toml': APP });
      return (agents: string, ...flags: string[]) =>
        bugsweep(
          ['run', '--suite', 'sweeper', '--agent', agents, '--attempts', '1', '--name', 'r', '--json', ...flags],
          { cwd, env },
        );
    }

    test('is started when it is whole, judged, and shown to the agent as something apart', async () => {
      const run = await importedProduct();
      writeFiles(cwd, { 'work.sh': AGENT });
      chmodSync(join(cwd, 'work.sh'), 0o755);
      const { stdout, stderr } = await run('oracle,nop,command:./work.sh', '--environment', 'docker');
      const { trials } = JSON.parse(stdout) as { trials: Record<string, string>[] };
      const come = trials.map(
        ({ agent, outcome, target, preservation }) => `${agent} ${outcome} ${target} ${preservation}`,
      );
      expectTrials(come.sort(), `${stderr}\n${stdout}`).toEqual([
        'command judged pass pass',
        'nop judged fail pass',
        'oracle judged pass pass',
      ]);
      const planned = JSON.parse(readFileSync(join(cwd, 'runs/r/run.json'), 'utf8')).trials as {
        dir: string;
        id: { agent: string };
      }[];
      const trialDir = planned.find(({ id }) => id.agent === 'command')?.dir ?? '';
      const log = readFileSync(join(cwd, 'runs/r', trialDir, 'agent.log'), 'utf8');
      const [uid] = /user: (\d+) of \1\n/.exec(log)?.slice(1) ?? [];
      expect(Number(uid), log).toBeGreaterThan(0);
      for (const words of [
        'mark: the image, here none',
        'packages: motto motto',
        'folder: /srv/product/deep',
        'both\nexit: 7',
        'restarted: [app ended with status 143]',
        "product: document.querySelector('p').textContent = 'right';",
      ]) {
        expect(log).toContain(words);
      }
      expect(log).not.toContain('WROTE');
      expect(readFileSync(join(cwd, 'runs/r', trialDir, 'prompt-1.md'), 'utf8')).toContain('task-shell');
      const left = await docker.listContainers({ all: true, filters: { label: ['bugsweep.owner'] } });
      expect(left.map(({ Labels }) => Labels)).toEqual([]);
    });

    test('shares the pod’s network, frost and end, and sees nothing of the machine', async () => {
      process.env.DOCKER_HOST = env.DOCKER_HOST;
      const field = await placeIn(dockerEnvironment).openField({}, undefined, {
        image: IMAGE,
        workspace: '/srv/product',
        mounts: [],
      });
      const { pod, workspaceDir } = field;
      onTestFinished(async () => {
        await pod.kill();
        await field.scratch.dispose();
      });
      const inProduct = async (line: string) => {
        const running = await pod.startInProduct?.(['sh', '-c', line]);
        return `${(await running?.exited)?.stdout}`;
      };
      expect(await inProduct('cat /srv/product/README.md /etc/image-mark')).toBe('workspace\nthe image');
      expect(await inProduct(`cat ${field.hiddenDir}/secret.txt /etc/shadow; ls /opt; echo seen`)).toBe('seen\n');
      const connect = (port: number) =>
        `node -e 'require("net").connect(${port}, "127.0.0.1").on("connect", () => { console.log("open"); process.exit() }).on("error", (e) => console.log(e.code))'`;
      const listening = await pod.start([
        'node',
        '-e',
        'require("net").createServer().listen(4567, () => console.log("up"))',
      ]);
      await expect.poll(() => listening.output()).toContain('up');
      expect(await inProduct(connect(4567))).toBe('open\n');
      const outside = createServer().listen(0);
      onTestFinished(() => void outside.close());
      await once(outside, 'listening');
      expect(await inProduct(connect((outside.address() as AddressInfo).port))).toBe('ECONNREFUSED\n');

      await pod.startInProduct?.(['sh', '-c', 'while :; do echo x >> /srv/product/growing; sleep 0.02; done']);
      const size = () => statSync(join(workspaceDir, 'growing'), { throwIfNoEntry: false })?.size ?? 0;
      await expect.poll(size).toBeGreaterThan(0);
      const [before, after] = await pod.whileFrozen(async () => {
        const seen = size();
        await new Promise((resolve) => setTimeout(resolve, 300));
        return [seen, size()];
      });
      expect(after).toBe(before);
      await expect.poll(size).toBeGreaterThan(before ?? 0);
      await pod.startInProduct?.(['sleep', '87651']);
      await pod.kill();
      await pod.ended;
      expect(processesWith('87651')).toEqual([]);
    });

    test('is a task-error that says what to do without containers, or without the image', async () => {
      const run = await importedProduct();
      const reasonOf = async (...flags: string[]) => {
        const { stdout, exitCode } = await run('nop', ...flags);
        const [trial] = JSON.parse(stdout).trials ?? [{ reason: stdout }];
        return `${exitCode} ${trial.outcome} ${trial.reason}`;
      };
      expect(await reasonOf()).toMatch(/^3 task-error .*--environment docker/s);
      writeFiles(cwd, { 'sweeper/sweeper-001/environment/app.toml': APP.replace(IMAGE, 'no-such-image:1') });
      expect(await reasonOf('--name', 's', '--environment', 'docker')).toMatch(
        /^3 task-error .*docker pull no-such-image:1/s,
      );
    });
  },
);
