/** Plain English, as far as a program can check it (docs/contributing/style.md). */
import { describe, expect, test } from 'vitest';
import { proseFigures } from './prose/figures.js';
import { findingsOf } from './prose/rules.js';
import type { Text } from './prose/texts.js';

const figures = proseFigures();

/**
 * Most that the repository may have of each. Lower a number when you have rewritten text; never
 * raise one. The six banned words are in packages/comments.
 */
const MOST = { openers: 0.2, banned: 0, pronouns: 0, longSentences: 0.4, longLines: 0 };

test.each(Object.entries(MOST))('%s: at most %d; `npm run prose FOLDER` lists them', (name, most) => {
  expect(new Map(Object.entries(figures)).get(name)).toBeLessThanOrEqual(most);
});

describe('the rules find what they are for', () => {
  const found = (text: string, kind: Text['kind'] = 'comment') =>
    findingsOf({ kind, path: 'a.ts', line: 1, text }).map((it) => it.rule.split(' ')[0]);

  test.each([
    ['Whose inbox it is.', ['opener']],
    ['Entry 2 is no pool.', ['banned']],
    ['Says how to mend it.', ['banned']],
    ['There is\nno pool.', ['banned']],
    ['A deputy decides.', ['banned']],
    ['The serialised state.', ['banned']],
    ['It waits until somebody answers.', ['indefinite']],
    [`It ${'goes on and '.repeat(15)}ends.`, ['long']],
    ['Returns the entry, which is no longer used.', []],
  ])('%s', (text, rules) => {
    expect(found(text)).toEqual(rules);
  });

  test('names of the API in code spans are quoted', () => {
    expect(found('Pass `mend`.')).toEqual([]);
    expect(found('Pass mend.')).toEqual(['banned']);
  });

  test('reference pages say execution', () => {
    const page = (path: string): Text => ({ kind: 'page', path, line: 1, text: 'Ends the run.' });
    expect(findingsOf(page('docs/reference/errors.md'))).toHaveLength(1);
    expect(findingsOf(page('packages/cli/README.md'))).toEqual([]);
  });

  test('a message is not held to the length of sentences, nor to how comments begin', () => {
    expect(found('What '.repeat(40), 'message')).toEqual([]);
  });
});
