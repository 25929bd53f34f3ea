import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InfraError } from '../../errors.ts';
import { pathWithTools, runProcess, tail } from '../../host/index.ts';

export interface NpmOptions {
  cwd: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 600_000;

/** What npm itself reads: its configuration, where it comes from, and how to reach the network. */
const NPM_VARIABLES =
  /^(npm_config_.*|home|userprofile|appdata|xdg_.*|tmpdir|lang|https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|npm_token|node_auth_token)$/i;

/**
 * Runs npm with the user's configuration; scripts of packages never run.
 * @throws InfraError `npm-failed` with the last lines of output.
 */
export async function runNpm(args: readonly string[], options: NpmOptions): Promise<void> {
  const nodeDir = dirname(process.execPath);
  const beside = join(nodeDir, 'npm');
  const command = [existsSync(beside) ? beside : 'npm', ...args, '--ignore-scripts', '--no-audit', '--no-fund'];
  const result = await runProcess(command, {
    cwd: options.cwd,
    env: npmEnvironment(nodeDir),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (result.exitCode === 0) return;
  const how = result.timedOut ? 'took too long' : result.aborted ? 'was stopped' : `exited with ${result.exitCode}`;
  throw new InfraError('npm-failed', `npm ${args[0]} ${how}`, {
    output: tail(`${result.stdout}${result.stderr}`),
    hint: 'is the package registry reachable with your npm configuration? What is in the cache already needs no network',
  });
}

function npmEnvironment(nodeDir: string): Record<string, string> {
  const env: Record<string, string> = { PATH: `${nodeDir}:${pathWithTools()}`, npm_config_update_notifier: 'false' };
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && NPM_VARIABLES.test(name)) env[name] = value;
  }
  return env;
}
