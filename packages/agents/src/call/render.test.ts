import { expect, test } from 'vitest';
import { renderCall } from './render.js';

const shown = (args: object): string =>
  renderCall({ tool: 't', args: args as never, target: null })
    .split('\n')
    .slice(1)
    .map((it) => it.trim())
    .join('\n');

test.each([
  ['a bidirectional override', { a: 'x\u202etxt.exe' }, String.raw`"a": "x\u{202e}txt.exe"`],
  ['an isolate', { a: '\u2066x\u2069' }, String.raw`"a": "\u{2066}x\u{2069}"`],
  ['a zero-width space', { a: 'a\u200bb' }, String.raw`"a": "a\u{200b}b"`],
  ['a joiner', { a: 'a\u200db' }, String.raw`"a": "a\u{200d}b"`],
  ['a byte order mark', { a: '\ufeffa' }, String.raw`"a": "\u{feff}a"`],
  ['a line break', { a: 'x\n  "to": "b"' }, String.raw`"a": "x\u{a}  \"to\": \"b\""`],
  ['a line separator', { a: 'x\u2028y' }, String.raw`"a": "x\u{2028}y"`],
  ['a control of a terminal', { a: '\u001b[2K' }, String.raw`"a": "\u{1b}[2K"`],
  ['a C1 control', { a: '\u009b' }, String.raw`"a": "\u{9b}"`],
  ['a tag of another plane', { a: '\u{e0041}' }, String.raw`"a": "\u{e0041}"`],
  ['a space that is none', { a: 'a\u00a0b' }, String.raw`"a": "a\u{a0}b"`],
  ['a filler', { a: '\u3164' }, String.raw`"a": "\u{3164}"`],
  ['text that looks like an escape', { a: String.raw`\u{202e}` }, String.raw`"a": "\\u{202e}"`],
  ['a Cyrillic key', { аmount: 1 }, String.raw`"\u{430}mount": 1`],
  ['a key with a control', { 'a\u0000': 1 }, String.raw`"a\u{0}": 1`],
  ['a deep key', { a: { é: [{ ü: 1 }] } }, String.raw`"a": {"\u{e9}": [{"\u{fc}": 1}]}`],
  ['text in any script', { a: 'Grüße, 東京 👍' }, '"a": "Grüße, 東京 👍"'],
  ['keys in canonical order', { b: 1, a: 2, B: 3 }, '"B": 3\n"a": 2\n"b": 1'],
])('%s', (_, args, text) => {
  expect(shown(args)).toBe(text);
});

test('a long argument is whole, and the target is as careful', () => {
  const text = 'x'.repeat(190_000);
  expect(shown({ text })).toBe(`"text": "${text}"`);
  expect(renderCall({ tool: 't', args: {}, target: 'a\u202eb' })).toBe(String.raw`t on "a\u{202e}b"`);
});
