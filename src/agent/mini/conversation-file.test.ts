import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openConversation } from './conversation-file.ts';

test('a conversation goes on after a process that was killed while it wrote', () => {
  const home = mkdtempSync(join(tmpdir(), 'bugsweep-mini-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const first = openConversation(home, 's', { resumed: false });
  first.add([{ role: 'user', content: 'Mend it.' }]);
  first.add([{ role: 'assistant', content: 'Yes.' }]);
  appendFileSync(join(home, 'conversation-s.jsonl'), '\n[{"role":"assistant","content":"cut o');
  const second = openConversation(home, 's', { resumed: true });
  second.add([{ role: 'user', content: 'Again.' }]);
  const said = ['Mend it.', 'Yes.', 'Again.'];
  expect(second.messages.map(({ content }) => content)).toEqual(said);
  expect(openConversation(home, 's', { resumed: true }).messages.map(({ content }) => content)).toEqual(said);
  expect(() => openConversation(home, 'other', { resumed: true })).toThrow('there is no conversation other');
});
