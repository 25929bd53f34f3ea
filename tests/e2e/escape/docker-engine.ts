import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestEngine {
  /** For `DOCKER_HOST`. */
  host: string;
  stop(): Promise<void>;
}

const inCi = process.env.CI !== undefined && process.env.CI !== '' && process.env.CI !== 'false';
const asRoot = process.getuid?.() === 0;
const DAEMON = '/usr/sbin/dockerd';

/** The name of a group of tests in containers; for an ordinary user it says why they are skipped. */
export const inContainers = (what: string): string => (asRoot ? what : `${what} (as root)`);

/**
 * A container engine to test with: the one that answers here, or one of our own where root can start it. In CI one is
 * installed. Undefined, and told, where none can be had: not every machine can start one.
 */
export async function testEngine(): Promise<TestEngine | undefined> {
  if (!asRoot) return none('pods in containers are for root');
  const known = [process.env.DOCKER_HOST, 'unix:///var/run/docker.sock'].find((host) => host !== undefined);
  if (known !== undefined && (await answers(known.replace('unix://', '')))) {
    return { host: known, stop: async () => undefined };
  }
  if (!existsSync(DAEMON) && inCi) install();
  if (!existsSync(DAEMON)) return none('no container engine is installed');
  try {
    return await startEngine();
  } catch (error) {
    return none(String(error));
  }
}

function install(): void {
  const install = ['install', '-y', '--no-install-recommends', 'docker.io'];
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', install, { stdio: 'ignore' });
  } catch (error) {
    console.error(String(error));
  }
}

function none(why: string): undefined {
  console.error(`containers are not tested: ${why}`);
  return undefined;
}

/** No network of its own and no firewall rules: pods have none either. */
async function startEngine(): Promise<TestEngine> {
  const dir = mkdtempSync(join(tmpdir(), 'bugsweep-engine-'));
  const [socket, log] = [join(dir, 'docker.sock'), join(dir, 'log')];
  const args = ['--iptables=false', '--bridge=none', `--data-root=${dir}/data`, `--exec-root=${dir}/exec`];
  const output = openSync(log, 'w');
  const daemon = spawn(DAEMON, [...args, '-H', `unix://${socket}`, `--pidfile=${dir}/docker.pid`], {
    stdio: ['ignore', output, output],
  });
  const exited = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error']) daemon.once(event, () => resolve());
  });
  for (let tries = 0; !(await answers(socket)); tries += 1) {
    if (tries > 300 || daemon.exitCode !== null)
      throw new Error(`dockerd did not start:\n${readFileSync(log, 'utf8')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    host: `unix://${socket}`,
    stop: async () => {
      daemon.kill('SIGTERM');
      await exited;
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socketPath);
    connection.once('data', (data) => {
      connection.destroy();
      resolve(data.toString().includes('200 OK'));
    });
    for (const event of ['error', 'close']) connection.once(event, () => resolve(false));
    connection.write('GET /_ping HTTP/1.0\r\n\r\n');
  });
}
