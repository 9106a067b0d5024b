/** Text for people: every argument of the call, no other, and no hidden value. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { BOT, approved, redeem, refusalOf } from '../test-support/asking.js';
import { type GateKit, gateKit } from '../test-support/gate.js';
import { jsonObject } from '../test-support/json.js';
import type { Call } from '../types.js';
import { digestOf } from './call.js';
import { renderCall } from './render.js';

let kit: GateKit | null = null;
afterEach(async () => {
  await kit?.stop();
  kit = null;
});

const calls: fc.Arbitrary<Call> = fc.record({
  tool: fc.constantFrom('pay', 'mail.send'),
  args: jsonObject,
  target: fc.option(fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }).map((it) => it.toWellFormed())),
});

describe('the text of a call', () => {
  test('is another one for another call: people see what they approve', () => {
    fc.assert(
      fc.property(calls, calls, (a, b) => {
        expect(renderCall(a) === renderCall(b)).toBe(digestOf(a) === digestOf(b));
      }),
      { numRuns: 500 },
    );
  });

  test('has a line for the call and one for each argument, for any arguments', () => {
    fc.assert(
      fc.property(calls, (call) => {
        expect(renderCall(call).split('\n')).toHaveLength(1 + Object.keys(call.args).length);
      }),
    );
  });

  test('has no character that is not seen or moves others', () => {
    const odd = fc.string({ unit: 'binary', maxLength: 20 }).map((it) => it.toWellFormed());
    fc.assert(
      fc.property(odd, odd, (key, value) => {
        const text = renderCall({ tool: 't', args: { [key]: value }, target: value });
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('redacted values', () => {
  const secret = 'hunter2-4111';
  const gateOf = async (redact: string[]) => {
    kit = await gateKit(undefined, { tools: { 'mail.send': { redact } } });
    return kit;
  };

  test.each<[string, string[], object, object]>([
    ['an argument', ['/args/a'], { a: secret, b: 1 }, { a: '[hidden]', b: 1 }],
    ['a value within', ['/args/a/b'], { a: { b: secret, c: 1 } }, { a: { b: '[hidden]', c: 1 } }],
    ['a whole object', ['/args/a'], { a: { b: secret } }, { a: '[hidden]' }],
    ['an item of a list', ['/args/a/1'], { a: [1, secret, 3] }, { a: [1, '[hidden]', 3] }],
    ['several', ['/args/a', '/args/b'], { a: secret, b: secret }, { a: '[hidden]', b: '[hidden]' }],
    ['a name with signs', ['/args/a~1b~0c'], { 'a/b~c': secret }, { 'a/b~c': '[hidden]' }],
    ['an empty name', ['/args/'], { '': secret }, { '': '[hidden]' }],
    ['what is not there', ['/args/x', '/args/a/9', '/args/a/b'], { a: [1] }, { a: [1] }],
    ['a place of a list that is none', ['/args/a/01', '/args/a/-'], { a: [1, 2] }, { a: [1, 2] }],
    ['a name of a method of objects', ['/args/toString'], { a: 1 }, { a: 1 }],
    ['the length of a list', ['/args/a/length'], { a: [1, 2] }, { a: [1, 2] }],
  ])('%s', async (_, redact, args, shown) => {
    const { ask, gate } = await gateOf(redact);
    const call = { tool: 'mail.send', args: args as never };
    const asked = await ask(call);
    expect(asked.call.args).toEqual(shown);
    expect(JSON.stringify(await gate.get({ permitId: asked.permitId }))).not.toContain(secret);
    // The digest covers them all the same.
    expect(asked.digest).toBe(digestOf({ ...call, target: null }));
  });

  test.each<[string, string[], object, object]>([
    ['what is hidden and differs', ['/args/a'], { a: 1 }, { difference: ['/args/a'] }],
    ['what is shown and differs', ['/args/a'], { a: secret, b: 2 }, { difference: ['/args/b'] }],
  ])('a mismatch points at %s, and says nothing of it', async (_, redact, args, refusal) => {
    const made = await gateOf(redact);
    const permit = await approved(made, { tool: 'mail.send', args: { a: secret } });
    const redeemed = await redeem(made, permit, { tool: 'mail.send', args });
    expect(redeemed).toMatchObject({ ok: false, why: 'mismatch', ...refusal });
    expect(JSON.stringify(redeemed)).not.toContain(secret);
  });

  test('come back to who has them, once the digest matched', async () => {
    const made = await gateOf(['/args/a']);
    const call = { tool: 'mail.send', args: { a: secret } };
    const permit = await approved(made, call);
    const redeemed = await redeem(made, permit, call, BOT);
    expect(redeemed).toMatchObject({
      ok: true,
      call: { args: { a: secret } },
      permit: { call: { args: { a: '[hidden]' } } },
    });
  });

  test('at random: what is kept has none of them, and what is not named is as it was', async () => {
    const { ask } = await gateOf(['/args/hidden', '/args/a/hidden']);
    await fc.assert(
      fc.asyncProperty(jsonObject, jsonObject, async (args, inner) => {
        const { hidden: _, ...rest } = { hidden: 1, ...args };
        const given = { ...rest, a: { ...inner, hidden: secret }, hidden: [secret] };
        const asked = await ask({ tool: 'mail.send', args: given });
        expect(asked.call.args).toEqual({ ...rest, a: { ...inner, hidden: '[hidden]' }, hidden: '[hidden]' });
      }),
      { numRuns: 40 },
    );
  });
});

describe('options of tools', () => {
  test.each<[string, unknown, string]>([
    ['a pointer without its slash', { pay: { redact: ['args/card'] } }, 'tools["pay"].redact'],
    ['all of the arguments', { pay: { redact: ['/args'] } }, 'tools["pay"].redact'],
    ['the name of the tool', { pay: { redact: ['/tool'] } }, 'tools["pay"].redact'],
    ['an escape that is none', { pay: { redact: ['/args/~2'] } }, 'tools["pay"].redact'],
    ['51 pointers', { pay: { redact: Array.from({ length: 51 }, (_, n) => `/args/a${n}`) } }, 'tools["pay"]'],
    ['a pointer that is not a string', { pay: { redact: [7] } }, 'tools["pay"]'],
    ['a check that is none', { pay: { validate: true } }, 'tools["pay"]'],
    ['a field that tools do not have', { pay: { redakt: [] } }, 'tools["pay"]'],
    ['a name that is none', { 'a b': {} }, 'tools["a b"]'],
    [
      'more than a thousand',
      Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`t${n}`, {}])),
      'tools',
    ],
  ])('are refused with %s', async (_, tools, path) => {
    const refusal = await refusalOf(gateKit(undefined, { tools: tools as never }));
    expect(refusal.status).toBe('INVALID_ARGUMENT');
    expect(refusal.path).toBe(path);
  });

  test.each<[string, object]>([
    ['an engine that is none', { engine: {} }],
    ['a store of another contract', { store: { permitContractVersion: 2 } }],
    ['policies that are none', { policies: null }],
    ['a clock that is none', { clock: { now: 1 } }],
    ['half a millisecond', { askMs: 1_000.5 }],
    ['less than a second', { grantMs: 999 }],
    ['more than a day', { grantMs: 86_400_001 }],
    ['a duration that is none', { askMs: 'soon' }],
    ['a retention that is none', { retention: { endedMs: -1 } }],
    ['a logger that is none', { logger: {} }],
    ['an option that there is not', { polices: {} }],
  ])('of the gate are a TypeError with %s', async (_, options) => {
    await expect(gateKit(undefined, options as never)).rejects.toThrow(TypeError);
  });
});
