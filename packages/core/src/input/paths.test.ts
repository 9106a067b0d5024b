/** Paths into an input that a schema names. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import { InputPaths } from './paths.js';

const SCHEMA: JsonObject = {
  type: 'object',
  $defs: {
    person: { type: 'object', properties: { name: { type: 'string' }, boss: { $ref: '#/$defs/person' } } },
  },
  properties: {
    amount: { type: 'number' },
    kind: { enum: ['a', 'b'] },
    any: {},
    free: { type: 'object' },
    closed: { type: 'object', properties: {} },
    none: { type: 'object', additionalProperties: false },
    byName: { type: 'object', additionalProperties: { type: 'number' } },
    either: { type: ['object', 'string'], properties: { x: { type: 'number' } } },
    list: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    loose: { type: 'array' },
    owner: { $ref: '#/$defs/person', properties: { since: { type: 'string' } } },
  },
};

const find = (path: string) => {
  const found = new InputPaths(SCHEMA).find(path === '' ? [] : path.split('.'));
  return found.known ? (found.typed ? 'typed' : 'open') : `none at ${found.at}`;
};

describe('a path', () => {
  test.each([
    ['', 'typed'],
    ['amount', 'typed'],
    ['amuont', 'none at 0'],
    ['amount.value', 'none at 1'],
    ['kind', 'typed'],
    ['kind.x', 'none at 1'],
    ['any', 'open'],
    ['any.x.y', 'open'],
    ['free.x.y', 'open'],
    ['free.constructor', 'none at 1'],
    ['closed.x', 'none at 1'],
    ['none.x', 'none at 1'],
    ['byName.x', 'typed'],
    ['byName.x.y', 'none at 2'],
    ['either.x', 'typed'],
    ['either.y', 'none at 1'],
    ['list', 'typed'],
    ['list.0', 'typed'],
    ['list.0.id', 'typed'],
    ['list.0.idd', 'none at 2'],
    ['list.01.id', 'none at 1'],
    ['list.length', 'none at 1'],
    ['loose.7.x', 'open'],
    ['loose.x', 'none at 1'],
    ['owner.boss.boss.boss.name', 'typed'],
    ['owner.since', 'typed'],
    ['owner.boss.since', 'none at 2'],
  ])('%s', (path, expected) => {
    expect(find(path)).toBe(expected);
  });

  test('that is not there comes with the names that are', () => {
    expect(new InputPaths(SCHEMA).find(['owner', 'nmae'])).toEqual({
      known: false,
      at: 1,
      names: ['since', 'name', 'boss'],
    });
  });
});

test('the work is bounded: paths past it count as known', () => {
  const part = (it: number) => ({
    $ref: `#/$defs/${it - 1}`,
    properties: { [`p${it}`]: { type: 'string' } },
  });
  const $defs = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, it) => [it, it === 0 ? { type: 'object' } : part(it)]),
  );
  const paths = new InputPaths({ $defs, $ref: '#/$defs/999' });
  const known = Array.from({ length: LIMITS.inputPathWork / 500 }, (_, it) => paths.find([`q${it}`]).known);
  expect([known[0], known.at(-1)]).toEqual([false, true]);
});
