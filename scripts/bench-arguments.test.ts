/** The benchmark runs the requested part, or explains why it cannot. */
import { expect, test } from 'vitest';
import { askedOf } from '../proof/bench/arguments.js';

test.each<[string, RegExp]>([
  ['flfty --store sqlite:a.db', /^flfty: with --store there are .*fifty/],
  ['fifty', /^fifty: without --store there are memory/],
  ['http --store sqlite:a.db', /^http: with --store there are/],
  ['--store a.db', /^--store must be sqlite:FILE/],
  ['--store sqlite:a.db --in-flight 64', /^--in-flight must be one of 1, 32, 256/],
  ['full --store sqlite:a.db --ended 1e6', /^--ended must be a whole number above 0, not "1e6"/],
  [
    '--store sqlite:a.db --sqlite-library better-sqlite3',
    /^--sqlite-library must be one of libsql, node:sqlite/,
  ],
  ['plot', /^plot: name the files/],
  ['--storee x', /storee/],
  ['--store', /store/],
])('%s is refused, and said what there is', (line, message) => {
  const asked = askedOf(line.split(' '));
  const { says, isError } = 'says' in asked ? asked : { says: '', isError: false };
  expect(isError).toBe(true);
  expect(says).toMatch(message);
  expect(says).toContain('npm run bench -- [PART …]');
});

test.each<[string, object]>([
  ['', { parts: [], store: null, drawn: null, small: false, sqliteLibrary: 'libsql' }],
  ['memory http --small', { parts: ['memory', 'http'], store: null, small: true }],
  ['memory --decisions 10000000', { decisions: 10_000_000 }],
  ['--store postgres://h/d --in-flight 256', { parts: [], store: 'postgres://h/d', inFlight: 256 }],
  ['inspector', { parts: ['inspector'] }],
  ['plot A.json B.json --plot C.svg', { drawn: ['A.json', 'B.json'], plot: 'C.svg' }],
  ['--help', { isError: false }],
])('%s is understood', (line, asked) => {
  expect(askedOf(line.split(' ').filter((it) => it !== ''))).toMatchObject(asked);
});
