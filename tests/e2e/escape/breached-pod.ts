/** Runs a shell line in a pod with the limits given (JSON), and prints (JSON) what came of it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLimits, localEnvironment } from '../../../src/environment/index.ts';
import { createScratch } from '../../../src/host/index.ts';

const [limits = '{}', line = ''] = process.argv.slice(2);
const scratch = createScratch();
const environment = localEnvironment(scratch);
const workspaceDir = join(scratch.newDir('attacked'), 'workspace');
mkdirSync(workspaceDir);
const mounts = [{ at: '/workspace', kind: 'write' as const, from: workspaceDir }];
const spec = { label: 'attacked', mounts, limits: { ...defaultLimits, ...JSON.parse(limits) } };
const pod = await environment.createPod(spec, environment.allocateOwner());
const { stdout } = await pod.run(['sh', '-c', line], { cwd: '/workspace', timeoutMs: 60_000 });
await pod.kill();
await scratch.dispose();
process.stdout.write(JSON.stringify({ printed: stdout.toString().trim(), breach: pod.breach ?? null }));
