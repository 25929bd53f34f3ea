import { expect, it } from 'vitest';
import { localEnvironment } from '../../../src/environment/index.ts';
import { asOtherUser } from './as-other-user.ts';
import { limitsHold, STAY } from './conformance/limits.ts';
import { placeIn } from './pod-under-attack.ts';

limitsHold(placeIn(localEnvironment));

it.each<[string, 'disk' | 'memory', string]>([
  ['the disk below a folder that is closed to its owner', 'disk', 'mkdir d; cd d; FILL; chmod 300 .'],
  ['the disk below a folder that is listed, but closed behind', 'disk', 'mkdir d; cd d; FILL; chmod 600 .'],
  [
    'the disk with files that have no name any more',
    'disk',
    'exec 3>gone; rm gone; cat /dev/zero | head -c 83886080 >&3',
  ],
  ['the memory with files', 'memory', 'cd /tmp; FILL'],
])('an agent does not fill %s, also where bugsweep is an ordinary user', async (_, limit, how) => {
  const fill = 'for i in 1 2 3 4 5; do head -c 16777216 /dev/zero > big$i; done';
  const line = `echo begun; ${how.replace('FILL', fill)}; sleep ${STAY}; echo done`;
  const limits = JSON.stringify({ [`${limit}Bytes`]: 40 << 20 });
  const seen = await asOtherUser('breached-pod.ts', [limits, line]);
  expect(seen).toEqual({ printed: 'begun', breach: expect.objectContaining({ limit, allowed: 40 << 20 }) });
});
