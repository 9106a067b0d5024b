/** Numbers that a 64-bit float does not keep, found in JSON text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedNumber } from './parse-json.js';

test.each([
  ['9007199254740993', 0],
  ['-9007199254740993', 0],
  ['{"a":[1,{"b":12345678901234567890}]}', 13],
  [`[${2 ** 53},\n9007199254740995]`, 19],
  ['["9007199254740993", 9007199254740993]', 21],
  [String.raw`{"\"9007199254740993":1,"b":820982911946154508}`, 28],
  // A whole number is one however it is written.
  ['[1,9007199254740993.0]', 3],
  ['[9007199254740993e0]', 1],
  ['[-9.007199254740993e15]', 1],
  ['[90071992547409930E-1]', 1],
  ['[900719925474099.3e1]', 1],
  ['[0.9007199254740993e+16]', 1],
  // Beyond 2^53 fractions do not exist.
  ['[9007199254740991.7]', 1],
  ['[12345678901234567.5]', 1],
  // More than nothing.
  ['{"a":1e-400}', 5],
  ['[1e-324]', 1],
  ['[-1.5e-00400]', 1],
  [`[0.${'0'.repeat(330)}1]`, 1],
])('%s', (text, place) => {
  expect(roundedNumber(text)).toBe(place);
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
  '0.30000000000000004',
  '0.10000000000000001',
  '4503599627370497.3',
  '-0',
  '-0.0e-999',
  `0.${'0'.repeat(400)}`,
  '5e-324',
  '123e-324',
  '9007199254740992.0',
  '9.007199254740992E+15',
  '1e23',
  '12e22',
  '1234567890123456800000',
  '99999999999999991611392',
  '"e-400 1e-400"',
  '9'.repeat(400),
  '1e400',
])('kept as it is: %s', (text) => {
  expect(roundedNumber(text)).toBeNull();
});

test('what JavaScript writes is never rounded; what is exact is never refused', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(roundedNumber(JSON.stringify([value]))).toBeNull();
      const whole = String(BigInt(Math.trunc(value)));
      expect(roundedNumber(`{"a":${whole}}`)).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
      const text = JSON.stringify({ a: 0 }).replace('0', String(value));
      const read = (JSON.parse(text) as { a: number }).a;
      const isKept = BigInt(read) === value || decimals(read) === String(value);
      expect(roundedNumber(text)).toBe(isKept ? null : 5);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 70n }), fc.integer({ min: 0, max: 25 }), (value, places) => {
      // The same number with a point that is moved, and an exponent that moves it back.
      const digits = String(value).padStart(places + 1, '0');
      const at = digits.length - places;
      const moved = `${digits.slice(0, at)}${places === 0 ? '' : '.'}${digits.slice(at)}e${places}`;
      const [plain, spelled] = [roundedNumber(String(value)), roundedNumber(moved)];
      expect(spelled).toBe(plain);
    }),
  );
});

/** A whole number as JavaScript shows it, without an exponent. */
function decimals(value: number): string {
  const [mantissa = '', power = '0'] = String(value).split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return whole + fraction.padEnd(Number(power), '0');
}
