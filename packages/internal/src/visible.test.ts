import { expect, test } from 'vitest';
import { printable, undirected, unlinked, visibleJson } from './visible.js';

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

test('a message loses control and directional characters alone', () => {
  expect(undirected('pay \u202eXAM\u202c\u009b2J — مرحبا\r\n\tnext')).toBe('pay XAM2J — مرحبا\r\n\tnext');
});

test.each([
  ['evil.example/x', 'evil.|example/x'],
  ['https://a.example', 'https:|//a.|example'],
  ['Pay (evil.co.uk)', 'Pay (evil.|co.|uk)'],
  ['ann@evil.example', 'ann@evil.|example'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.|com'],
  ['пример.рф', 'пример.|рф'],
  ['例え。テスト', '例え。|テスト'],
  ['MAILTO:x www.x.example', 'MAILTO|:x www|.x.|example'],
  ['Version 1.2. Next, e.g. 3.5 %', 'Version 1.2. Next, e.g. 3.5 %'],
])('a mail program makes no link of %s', (text, broken) => {
  expect(unlinked(text)).toBe(broken.replaceAll('|', '\u200b'));
  expect(unlinked(text).replaceAll('\u200b', '')).toBe(text);
});
