import { expect, test } from 'vitest';
import { printable, undirected, visibleJson } from './visible.js';

const UNSEEN = ['\u001b', '\u007f', '\u009b', '\u202e', '\u2066', '\u2069', '\u200f', '\u061c'];

test.each(UNSEEN)('a terminal is given no %j', (it) => {
  expect(printable(`a${it}b`)).toBe('a?b');
});

test.each([...UNSEEN, '\u2028'])('JSON escapes %j, and means the same', (it) => {
  const value = { [`name${it}`]: `a${it}b`, list: ['é', '日本', '😀'] };
  for (const space of [0, 2]) {
    const json = visibleJson(JSON.stringify(value, null, space));
    expect(json).not.toContain(it);
    expect(JSON.parse(json)).toEqual(value);
  }
});

test('a subject loses directional characters alone', () => {
  expect(undirected('pay \u202eXAM\u202c — مرحبا')).toBe('pay XAM — مرحبا');
});
