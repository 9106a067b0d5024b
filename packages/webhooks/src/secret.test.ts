import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret, secretTexts } from './secret.js';

const TEXT = 'do-not-print-this-0123';

describe('a secret', () => {
  const secret = new Secret(TEXT);

  it('is revealed on demand only', () => {
    expect(secret.reveal()).toBe(TEXT);
  });

  it.each<[string, () => string]>([
    ['String', () => String(secret)],
    ['a template literal', () => `a ${secret as unknown as string}`],
    ['concatenation', () => 'secret: ' + (secret as unknown as string)],
    ['JSON', () => JSON.stringify({ secret })],
    ['JSON of a list', () => JSON.stringify([[secret]])],
    ['inspect', () => inspect(secret)],
    [
      'inspect within',
      () => inspect({ a: { b: [new Map([['k', secret]])] } }, { depth: 9, showHidden: true }),
    ],
    ['inspect without customs', () => inspect(secret, { customInspect: false, showHidden: true })],
    ['an error', () => inspect(new Error('no', { cause: secret }))],
    ['its keys', () => JSON.stringify([Reflect.ownKeys(secret), Object.entries(secret)])],
    ['a clone', () => inspect(structuredClone({ secret: Object.assign({}, secret) }))],
  ])('does not appear in %s', (_name, print) => {
    expect(print()).not.toContain(TEXT.slice(0, 6));
  });

  it.each([String(secret), JSON.parse(JSON.stringify(secret)), inspect(secret)])(
    'prints as %s',
    (printed) => {
      expect(printed).toBe('[secret]');
    },
  );

  it.each([
    ['short', 'x'.repeat(15)],
    ['short, of two units each', '🔑'.repeat(15)],
    ['long', 'x'.repeat(513)],
    ['long, of two units each', '🔑'.repeat(513)],
    ['lone surrogate', `${'x'.repeat(20)}\ud800`],
    ['not text', undefined as unknown as string],
  ])('is refused without being quoted: %s', (_name, text) => {
    const attempt = () => new Secret(text);
    expect(attempt).toThrow(TypeError);
    expect(attempt).not.toThrow(/xxx/);
  });

  it.each([16, 512])('may have %i characters, of one unit or of two', (length) => {
    for (const text of ['x'.repeat(length), '🔑'.repeat(length)])
      expect(new Secret(text).reveal()).toBe(text);
  });
});

describe('secrets as they are handed in', () => {
  it('may be texts, secrets, and secrets of another copy of the class', () => {
    const other = { reveal: () => 'from-another-copy' };
    expect(secretTexts([new Secret(TEXT), 'sixteen-chars-ok', other])).toEqual({
      ok: true,
      texts: [TEXT, 'sixteen-chars-ok', 'from-another-copy'],
    });
  });

  it.each([[[]], [[undefined]], [[null]], [['short']], [[TEXT, 'short']], [[{ reveal: () => 7 }]]])(
    'are all refused when one is: %j',
    (secrets) => {
      expect(secretTexts(secrets as never[])).toEqual({ ok: false, fault: expect.any(String) as string });
    },
  );
});
