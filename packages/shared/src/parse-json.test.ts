/** Whole numbers that a 64-bit float does not keep, found in JSON text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedInteger } from './parse-json.js';

test.each([
  ['9007199254740993', 0],
  ['-9007199254740993', 0],
  ['{"a":[1,{"b":12345678901234567890}]}', 13],
  [`[${2 ** 53},\n9007199254740995]`, 19],
  ['["9007199254740993", 9007199254740993]', 21],
  [String.raw`{"\"9007199254740993":1,"b":820982911946154508}`, 28],
])('%s', (text, place) => {
  expect(roundedInteger(text)).toBe(place);
});

test.each([
  '9007199254740991',
  '9007199254740992',
  '18446744073709551616',
  '1000000000000000000000',
  '12345678901234567000',
  '"9007199254740993"',
  String.raw`{"9007199254740993":"\\","b":"\"9007199254740993"}`,
  // Fractions are rounded by every reader, and what is not finite is refused as such.
  '0.1000000000000000055511151231257827',
  '9007199254740993e0',
  '9'.repeat(400),
])('kept as it is: %s', (text) => {
  expect(roundedInteger(text)).toBeNull();
});

test('what JavaScript writes is never rounded; what is exact is never refused', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(roundedInteger(JSON.stringify([value]))).toBeNull();
      const whole = String(BigInt(Math.trunc(value)));
      expect(roundedInteger(`{"a":${whole}}`)).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
      const text = JSON.stringify({ a: 0 }).replace('0', String(value));
      const read = (JSON.parse(text) as { a: number }).a;
      const isKept = BigInt(read) === value || String(read) === String(value);
      expect(roundedInteger(text)).toBe(isKept ? null : 5);
    }),
  );
});
