import { describe, expect, test } from 'vitest';
import { compilePattern } from './regex.js';
import { holds } from '../test-support/holds.js';

const finds = (pattern: string, subject: string, flags = ''): boolean =>
  compilePattern(pattern, flags).matcher(subject).find();

describe('patterns run on a linear-time engine (contract section 3)', () => {
  // On a backtracking engine none of these would ever end.
  test.each([
    ['(a+)+$', 'a', false],
    ['(a|aa)+$', 'a', false],
    ['(a*)*b', 'a', false],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a', false],
    ['(x+x+)+y', 'x', false],
    ['(.*)(.*)(.*)(.*)(.*)(.*)!$', 'a', true],
  ])('%s on 100,000 characters', (pattern, letter, found) => {
    const subject = `${letter.repeat(100_000)}!`;
    expect(finds(pattern, subject)).toBe(found);
    const scope = { output: { subject }, step: {}, execution: { input: {} } };
    expect(holds({ op: 'regex', args: [{ var: 'output.subject' }, pattern] }, scope)).toBe(found);
  });

  test.each([
    ['look-ahead', 'a(?=b)'],
    ['negative look-ahead', 'a(?!b)'],
    ['look-behind', '(?<=a)b'],
    ['a back-reference', '(a)\\1'],
    ['a possessive quantifier', 'a++'],
    ['an atomic group', '(?>a)'],
    ['an open group', '('],
    ['an open class', '[a'],
    ['nothing to repeat', '*a'],
    ['a repetition above 1,000', 'a{1001}'],
    ['repetitions that multiply above 1,000', '((a{100}){100}){100}'],
    ['a pattern nested too deeply', `${'('.repeat(1_500)}a${')'.repeat(1_500)}`],
  ])('what needs more than that, or is no pattern, is refused: %s', (_, pattern) => {
    expect(() => compilePattern(pattern, '')).toThrow(/./);
  });
});

describe('flags', () => {
  test.each([
    ['i', 'ABC', 'b', true],
    ['', 'ABC', 'b', false],
    ['m', 'a\nb', '^b', true],
    ['s', 'a\nb', 'a.b', true],
    ['ims', 'A\nB\nC', '^b.c$', true],
    ['ii', 'A', 'a', true],
  ])('"%s"', (flags, subject, pattern, found) => {
    expect(finds(pattern, subject, flags)).toBe(found);
  });

  test.each(['g', 'u', 'y', 'x', 'I', ' ', 'constructor', '__proto__'])('"%s" is unknown', (flags) => {
    expect(() => compilePattern('a', flags)).toThrow(/unknown flag "."; use any of i, m, s/);
  });

  test('one pattern with different flags is compiled for each', () => {
    expect([finds('a', 'A', 'i'), finds('a', 'A'), finds('a', 'A', 'i')]).toEqual([true, false, true]);
    // Neither is a flag that ends in the separator of the cache taken for another pattern.
    expect([finds('i/a', 'i/a'), finds('a', 'i/a', 'i'), finds('/a', 'A', 'i')]).toEqual([true, true, false]);
  });

  test('it is the same pattern again after many others', () => {
    for (let index = 0; index < 1_500; index++) compilePattern(`p${index}`, '');
    expect([finds('p0', 'p0'), finds('p0', 'p1')]).toEqual([true, false]);
  });
});
