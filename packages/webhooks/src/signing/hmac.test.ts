import { describe, expect, it } from 'vitest';
import { type Text, anyEqual, hmac, toBase64, toHex } from './hmac.js';
import { nodeHmac } from './node-hmac.js';

/** A text that counts how often it is read. */
function counted(text: string): Text & { reads: number } {
  return {
    length: text.length,
    reads: 0,
    charCodeAt(index) {
      this.reads += 1;
      return text.charCodeAt(index);
    },
  };
}

const RIGHT = 'a'.repeat(64);
const WRONG_AT_THE_START = `b${'a'.repeat(63)}`;
const WRONG_AT_THE_END = `${'a'.repeat(63)}b`;

describe('comparing digests', () => {
  it.each([
    [true, [RIGHT], [RIGHT]],
    [true, [WRONG_AT_THE_END, RIGHT], [WRONG_AT_THE_START, RIGHT]],
    [false, [RIGHT], [WRONG_AT_THE_START]],
    [false, [RIGHT], [WRONG_AT_THE_END]],
    [false, [RIGHT], [`${RIGHT}a`]],
    [false, [RIGHT], ['']],
    [false, [RIGHT], []],
    [false, [], [RIGHT]],
    // Two hits do not cancel each other out.
    [true, [RIGHT, RIGHT], [RIGHT]],
    [true, [RIGHT, RIGHT], [RIGHT, RIGHT]],
  ])('%s: %j and %j', (answer, expected, given) => {
    expect(anyEqual(expected, given)).toBe(answer);
  });

  it.each([
    ['right', RIGHT],
    ['wrong at the start', WRONG_AT_THE_START],
    ['wrong at the end', WRONG_AT_THE_END],
  ])('reads every character of every pair: %s', (_name, text) => {
    const given = counted(text);
    anyEqual([RIGHT], [given]);
    expect(given.reads).toBe(64);
  });

  it.each([0, 1, 2])('reads every pair, also when the %i-th matches', (match) => {
    const texts = [0, 1, 2].map((index) => counted(index === match ? RIGHT : WRONG_AT_THE_START));
    anyEqual([RIGHT, WRONG_AT_THE_END], texts);
    expect(texts.map((it) => it.reads)).toEqual([128, 128, 128]);
  });
});

it('writes bytes as Node does', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

it.each(['sha256', 'sha512'] as const)('Node and WebCrypto make the same digest by %s', async (algorithm) => {
  for (const secret of ['sixteen-chars-ok', 'ключ-с-буквами-16', 'x'.repeat(500)]) {
    for (const head of ['', 'evt_1.1767225600.', 'é.']) {
      const body = Buffer.from('{"text":"ü"}');
      const digest = toHex(await nodeHmac(algorithm, secret, head, body));
      expect(digest).toBe(toHex(await hmac(algorithm, secret, head, body)));
    }
  }
});
