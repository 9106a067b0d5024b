import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterCount } from './character-count.js';

test('as many characters as an iteration has, lone surrogates among them', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '🔑', '\ud83d', '\udd11') }), (text) => {
      expect(characterCount(text)).toBe(Array.from(text).length);
    }),
  );
});
