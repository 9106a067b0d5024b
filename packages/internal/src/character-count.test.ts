import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginning, characterCount } from './character-count.js';

test('as many characters as an iteration has, lone surrogates among them', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '🔑', '\ud83d', '\udd11') }), (text) => {
      expect(characterCount(text)).toBe(Array.from(text).length);
    }),
  );
});

test.each([
  ['ab', 2, 'ab'],
  ['abc', 2, 'ab'],
  ['a🔑b', 2, 'a'],
  ['a🔑b', 3, 'a🔑'],
])('the beginning of %j, %i units of it', (text, units, cut) => {
  expect(beginning(text, units)).toBe(cut);
});
