import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../definition/limits.js';
import { patternBudget, patternFault, patternSize } from './pattern-size.js';

describe('patternSize', () => {
  test.each([
    'abc',
    '^https://[a-z0-9.-]+/(docs|files)/\\d{4}$',
    '[]a-z]{20}',
    '[^\\]]{30}x',
    '(?:ab|cd){15}',
    '((a{3}){4}){5}',
    '.{0,200}',
    'a{7,}',
    '\\{not counted\\}',
    '(?i)x{50}(y?){20}',
    '\\x{41}{40}',
  ])('%s: is about what the compiled program is, and not much less', (pattern) => {
    const compiled = RE2JS.compile(pattern).programSize();
    expect(patternSize(pattern)).toBeGreaterThan(compiled * 0.5 - 10);
    expect(patternSize(pattern)).toBeLessThan(compiled * 3 + 20);
  });

  test.each(['', '(', ')', '[', '{', 'a{', 'a{2', '\\', '(((', ')))', '{3}', '[^', '*'])(
    '%j: any text has a size',
    (pattern) => {
      expect(patternSize(pattern)).toBeGreaterThanOrEqual(0);
    },
  );
});

describe('patternFault', () => {
  test('one pattern may not be too large', () => {
    expect(patternFault('a{999}', patternBudget())).toBeNull();
    expect(patternFault('a{999}'.repeat(600), patternBudget())).toMatch(
      `more than ${LIMITS.patternSize} parts; use`,
    );
  });

  test('all patterns of a definition share one budget', () => {
    const budget = patternBudget();
    const faults = Array.from({ length: 26 }, () => patternFault('a{999}', budget));
    expect(faults.slice(0, 25)).toEqual(Array(25).fill(null));
    expect(faults[25]).toMatch(/patterns of this definition/);
  });
});
