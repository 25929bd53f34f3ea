import { expect, test } from 'vitest';
import { browserTool, browserToolNames, toolSentence, toolVersion } from './browser-tools.ts';

const own = { name: 'eyes', command: 'node', args: ['{folder}/server.js', '{chromium}'], env: { AT: '{folder}' } };

test('a user’s server is filled with the places of the pod', () => {
  const tool = browserTool('eyes', [{ ...own, folder: '/home/me/eyes' }]);
  expect(tool.folder).toBe('/home/me/eyes');
  expect(tool.server?.({ folder: '/opt/tools/eyes', chromium: '/usr/bin/chromium' })).toEqual({
    name: 'eyes',
    command: ['node', '/opt/tools/eyes/server.js', '/usr/bin/chromium'],
    env: { AT: '/opt/tools/eyes' },
  });
});

test('each tool has a sentence of its own, and a version that tells it from the others; the default has none', () => {
  const names = browserToolNames();
  expect(new Set([...names, 'eyes'].map(toolSentence)).size).toBe(names.length + 1);
  const versions = names.map((name) => toolVersion(browserTool(name)));
  expect(new Set(versions).size).toBe(names.length);
  expect(versions[0]).toBe('');
  const changed = (args: string[]) => toolVersion(browserTool('eyes', [{ ...own, args, folder: null }]));
  expect(changed(['a'])).not.toBe(changed(['b']));
});

test('a name that is not known says what is', () => {
  const wrong = () => browserTool('eye', [{ ...own, folder: null }]);
  expect(wrong).toThrow('there is no browser tool "eye"');
  expect(wrong).toThrow(expect.objectContaining({ hint: expect.stringContaining('did you mean eyes?') }));
});
