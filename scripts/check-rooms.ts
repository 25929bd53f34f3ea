import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRooms } from './rooms/check-rooms.ts';

const violations = checkRooms(join(dirname(fileURLToPath(import.meta.url)), '..'));
for (const { file, line, message } of violations) console.error(`${file}:${line}: ${message}`);
if (violations.length > 0) {
  console.error(`\n${violations.length} violation(s) of rooms and layers`);
  process.exitCode = 1;
}
