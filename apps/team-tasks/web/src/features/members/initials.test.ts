import { expect, it } from 'vitest';
import { initials } from './initials';

it.each([
  ['Ines Falk', 'IF'],
  ['ada marie lovelace', 'AL'],
  ['Cher', 'C'],
  ['  Bo   Ek ', 'BE'],
])('shortens %j to %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
