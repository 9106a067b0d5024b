import { describe, expect, test } from 'vitest';
import { actorId, definitionId, externalId, handleId, keyId, localId, localRef } from './identifiers.js';
import { reservedIdFault } from './identifiers.js';

const of = (length: number, letter = 'a') => letter.repeat(length);
const SCHEMAS = { definitionId, localId, localRef, externalId, actorId, keyId, handleId };

describe('identifiers at their limits (contract section 1)', () => {
  test.each<[keyof typeof SCHEMAS, string[], string[]]>([
    [
      'definitionId',
      ['abc', of(64), '0-9', 'a--', `a${of(63, '-')}`, '123'],
      ['', 'ab', of(65), 'Abc', '-abc', 'a_b', 'a.b', 'äbc', 'a b', 'abc\n', ' abc'],
    ],
    [
      'localId',
      ['a', of(64), 'A-Z_0.9', '-', '.', '_', 'Review.2', 'constructor', 'toString', 'prototype'],
      ['', of(65), 'a b', 'a/b', 'ä', 'a:b', 'a\n', 'a\0', '😀'],
    ],
    ['localRef', ['a', of(64), 'a b', 'auto_x'], ['', of(65)]],
    ['externalId', ['a', of(200), 'org 1/ä😀'], ['', of(201), 'a\nb', 'a\tb', 'a\u007f', 'a\u0085', '\0']],
    ['actorId', ['a', of(256), 'ann@example.com', 'Änn Müller'], ['', of(257), 'a\nb', 'a\u001b']],
    ['keyId', ['a', of(200), 'A:b_c.d-9'], ['', of(201), 'a b', 'a/b', 'ä', 'a\n', 'a;b', '{}']],
    ['handleId', ['a', of(200), 'exec_1', 'anything at all'], ['', of(201), 'a\nb']],
  ])('%s', (name, good, bad) => {
    const accepts = (id: string) => SCHEMAS[name].safeParse(id).success;
    expect(good.filter((id) => !accepts(id))).toEqual([]);
    expect(bad.filter(accepts)).toEqual([]);
    for (const id of [null, undefined, 1, ['a'], {}]) expect(SCHEMAS[name].safeParse(id).success).toBe(false);
  });

  test('ids are case-sensitive and kept as they are', () => {
    expect(localId.parse('Review')).toBe('Review');
    expect(actorId.parse(' ann ')).toBe(' ann ');
  });
});

describe('ids that the engine derives itself are reserved', () => {
  test.each([
    ['a__to__b', /may not contain "__to__"/],
    ['__to__', /may not contain "__to__"/],
    ['auto_x', /may not start with "auto_"/],
    ['auto_', /may not start with "auto_"/],
    ['x_iter_1', /may not end in "_iter_<digits>"/],
    ['_iter_007', /may not end in "_iter_<digits>"/],
    ['x_exhausted', /may not end in "_exhausted"/],
    ['_exhausted', /may not end in "_exhausted"/],
    ['__proto__', /may not be "__proto__"/],
  ])('%s', (id, why) => {
    expect(reservedIdFault(id)).toMatch(why);
    const issue = localId.safeParse(id).error?.issues;
    expect(issue).toMatchObject([{ code: 'custom', params: { code: 'reserved-id' } }]);
    expect(issue?.[0]?.message).toMatch(/rename it$/);
  });

  test.each([
    'to',
    'a_to_b',
    'a__to_b',
    'a__TO__b',
    'auto',
    'auto-x',
    'Auto_x',
    'xauto_',
    'x_iter_',
    'x_iter_1a',
    'iter_1',
    'x-iter-1',
    'exhausted',
    'x_exhausted_',
    'proto',
    '__proto__x',
  ])('%s is not', (id) => {
    expect(reservedIdFault(id)).toBeNull();
    expect(localId.safeParse(id).success).toBe(true);
  });
});
