/** Path prefix under which a command of a pod finds Node first, then system programs. */
export function commandEnv(env: Readonly<Record<string, string>>): Record<string, string> {
  const nodeDir = process.execPath.slice(0, process.execPath.lastIndexOf('/'));
  const path = `/opt/bugsweep/bin:/opt/browser:${nodeDir}:/usr/local/bin:/usr/bin:/bin`;
  return { PATH: path, HOME: '/home/agent', LANG: 'C.UTF-8', TMPDIR: '/tmp', ...env };
}
