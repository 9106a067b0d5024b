/** Standing grants: who may give them, what they cover, and when they end (permits G5). */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOT, allow, redeem, refusalOf } from '../test-support/asking.js';
import { type GateKit, asks, gateKit, guarded, tree } from '../test-support/gate.js';
import type { CreateGrantRequest, GrantMatch } from '../types.js';

const HOUR = 3_600_000;
const CAPS = { maxUses: 3, maxMs: HOUR, by: ['ann', 'ben'] };
let kit: GateKit;
beforeEach(async () => {
  const small = tree('lte', { var: 'call.args.amount' }, 100);
  kit = await gateKit({
    rules: [
      allow('read'),
      asks('pay', { grantable: CAPS }),
      asks('plain'),
      asks('small', { when: small, grantable: CAPS }),
      asks('files.*', { grantable: { maxUses: 1_000, maxMs: HOUR } }),
    ],
  });
});
afterEach(() => kit.stop());

const grant = (more: Partial<CreateGrantRequest> = {}) =>
  kit.gate.grants.create({
    ...{ requester: BOT, tool: 'pay', target: null, match: { amount: { eq: 5 } }, maxUses: 3 },
    ...{ expiresAt: kit.clock.now() + HOUR, createdBy: 'ann' },
    ...more,
  });
const pay = (args: object, more: object = {}) => ({ tool: 'pay', args: args as never, ...more });
const stateOf = async (call: Parameters<GateKit['ask']>[0], more: Parameters<GateKit['ask']>[1] = {}) =>
  (await kit.ask(call, more)).state;

describe('who may give one, and how far', () => {
  const later = () => kit.clock.now() + HOUR;

  test.each<[string, () => Partial<CreateGrantRequest>]>([
    ['as many uses and as long as the rule takes', () => ({})],
    ['by another whom the rule names', () => ({ createdBy: 'ben' })],
    ['for a program that works on behalf of a user', () => ({ requester: { ...BOT, onBehalfOf: 'eve' } })],
    ['for a target', () => ({ target: 'x' })],
    ['for calls without arguments', () => ({ match: {} })],
    ['by anybody, if the rule names no users', () => ({ tool: 'files.write', createdBy: 'cy' })],
    ['where the rule has a condition on arguments', () => ({ tool: 'small' })],
  ])('%s', async (_, more) => {
    expect(await grant(more())).toMatchObject({ state: 'active', uses: 0 });
  });

  test.each<[string, () => Partial<CreateGrantRequest>, string, unknown?]>([
    ['one use more', () => ({ maxUses: 4 }), 'INVALID_ARGUMENT'],
    ['a millisecond longer', () => ({ expiresAt: later() + 1 }), 'INVALID_ARGUMENT'],
    ['until now', () => ({ expiresAt: kit.clock.now() }), 'INVALID_ARGUMENT'],
    ['no use', () => ({ maxUses: 0 }), 'INVALID_ARGUMENT'],
    ['by a user whom the rule does not name', () => ({ createdBy: 'cy' }), 'PERMISSION_DENIED'],
    ['by the program itself', () => ({ createdBy: 'bot' }), 'PERMISSION_DENIED'],
    [
      'by the program, if the rule names no users',
      () => ({ tool: 'files.x', createdBy: 'bot' }),
      'PERMISSION_DENIED',
    ],
    ['for a tool whose rule takes none', () => ({ tool: 'plain' }), 'INVALID_ARGUMENT', 'not-grantable'],
    ['for a tool that is allowed', () => ({ tool: 'read' }), 'INVALID_ARGUMENT', 'not-grantable'],
    ['for a tool that no rule names', () => ({ tool: 'none' }), 'INVALID_ARGUMENT', 'not-grantable'],
    ['for a prefix of tools', () => ({ tool: 'files.*' }), 'INVALID_ARGUMENT'],
    ['with a match of another kind', () => ({ match: { a: { prefix: 'x' } } as never }), 'INVALID_ARGUMENT'],
    ['with two kinds of match', () => ({ match: { a: { eq: 1, in: [1] } } }), 'INVALID_ARGUMENT'],
    ['with a range of texts', () => ({ match: { a: { between: ['a', 'b'] } } as never }), 'INVALID_ARGUMENT'],
    ['with an empty list', () => ({ match: { a: { in: [] } } }), 'INVALID_ARGUMENT'],
    [
      'with 51 arguments',
      () => ({ match: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`a${n}`, { eq: 1 }])) }),
      'INVALID_ARGUMENT',
    ],
    [
      'with a match of more than 64 KiB',
      () => ({ match: { a: { eq: 'x'.repeat(65_536) } } }),
      'INVALID_ARGUMENT',
    ],
    [
      'with an unsafe integer',
      () => ({ match: { a: { eq: 2 ** 53 } } }),
      'INVALID_ARGUMENT',
      'unsafe-integer',
    ],
  ])('not %s', async (_, more, status, code) => {
    const refusal = await refusalOf(grant(more()));
    expect([refusal.status, refusal.code]).toEqual([status, code]);
    expect((await kit.gate.grants.list()).items).toEqual([]);
  });
});

describe('what it covers: exactly these arguments and no other', () => {
  test.each<[string, GrantMatch, object, boolean]>([
    ['the value', { a: { eq: 1 } }, { a: 1 }, true],
    ['another value', { a: { eq: 1 } }, { a: 2 }, false],
    ['a value of another type', { a: { eq: 1 } }, { a: '1' }, false],
    ['an argument more', { a: { eq: 1 } }, { a: 1, b: 2 }, false],
    ['an argument less', { a: { eq: 1 }, b: { eq: 2 } }, { a: 1 }, false],
    ['an argument that is null', { a: { eq: null } }, { a: null }, true],
    ['an argument that is not there', { a: { eq: null } }, {}, false],
    ['one of a list', { a: { in: [1, 'x'] } }, { a: 'x' }, true],
    ['none of a list', { a: { in: [1, 'x'] } }, { a: 'y' }, false],
    ['the least of a range', { a: { between: [1, 3] } }, { a: 1 }, true],
    ['the greatest of a range', { a: { between: [1, 3] } }, { a: 3 }, true],
    ['a fraction within', { a: { between: [1, 3] } }, { a: 1.5 }, true],
    ['what is beyond', { a: { between: [1, 3] } }, { a: 3.1 }, false],
    ['a text within a range', { a: { between: [1, 3] } }, { a: '2' }, false],
    ['ls and not more', { a: { eq: 'ls' } }, { a: 'ls; rm' }, false],
    [
      'an object whose keys are ordered otherwise',
      { a: { eq: { x: 1, y: 2 } } },
      { a: { y: 2, x: 1 } },
      true,
    ],
    ['no arguments', {}, {}, true],
    ['any arguments, which nothing covers', {}, { a: 1 }, false],
    ['a name of a method of objects', { a: { eq: 1 } }, { toString: 1 }, false],
  ])('%s', async (_, match, args, isCovered) => {
    await grant({ match });
    expect(await stateOf(pay(args))).toBe(isCovered ? 'granted' : 'pending');
  });

  test.each<[string, object, object]>([
    ['another tool', { tool: 'files.write' }, {}],
    ['a target', { target: 'x' }, {}],
    ['another program', {}, { principal: 'eve' }],
  ])('not %s', async (_, call, more) => {
    await grant();
    expect(await stateOf(pay({ amount: 5 }, call), more)).toBe('pending');
  });

  test('not the same program on behalf of another user', async () => {
    await grant({ requester: { ...BOT, onBehalfOf: 'ann' } });
    expect(await stateOf(pay({ amount: 5 }))).toBe('pending');
  });

  test('not in another workspace', async () => {
    await kit.engine.forWorkspace('elsewhere').definitions.create(guarded());
    await grant();
    const on = kit.gate.forWorkspace('elsewhere');
    const ref = { framework: 'test', runId: 'r', callId: 'c' };
    expect(await on.request({ call: pay({ amount: 5 }), ref, requester: BOT })).toMatchObject({
      state: 'pending',
    });
    expect((await on.grants.list()).items).toEqual([]);
  });

  test('for any match and arguments', async () => {
    const values = fc.constantFrom(1, 2, 3, 'x', null);
    const match = fc.oneof(
      fc.record({ eq: values }),
      fc.record({ in: fc.array(values, { minLength: 1, maxLength: 3 }) }),
      fc
        .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
        .map(([from, more]) => ({ between: [from, from + more] as const })),
    );
    const names = fc.constantFrom('a', 'b', 'c');
    const covers = (it: object, value: unknown) =>
      'eq' in it
        ? it.eq === value
        : 'in' in it
          ? (it.in as unknown[]).includes(value)
          : typeof value === 'number' &&
            value >= (it as { between: number[] }).between[0]! &&
            value <= (it as { between: number[] }).between[1]!;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, match, { noNullPrototype: true }),
        fc.dictionary(names, values, { noNullPrototype: true }),
        async (matches, args) => {
          const { grantId } = await grant({ match: matches as never });
          const isCovered =
            Object.keys(matches).sort().join() === Object.keys(args).sort().join() &&
            Object.entries(args).every(([name, value]) => covers(matches[name]!, value));
          expect(await stateOf(pay(args))).toBe(isCovered ? 'granted' : 'pending');
          await kit.gate.grants.revoke({ grantId, actorId: 'ann' });
          for (const it of (await kit.gate.list({ state: 'pending' })).items)
            await kit.gate.revoke({ permitId: it.permitId, actorId: 'ops' });
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('its uses', () => {
  test('are counted, and end it', async () => {
    const { grantId } = await grant({ maxUses: 2 });
    const seen = async () => (await kit.gate.grants.list()).items.map(({ uses, state }) => [uses, state]);
    expect(await stateOf(pay({ amount: 5 }))).toBe('granted');
    expect(await seen()).toEqual([[1, 'active']]);
    const second = await kit.ask(pay({ amount: 5 }));
    expect(second.grantedBy).toEqual([{ kind: 'grant', grantId }]);
    expect(await seen()).toEqual([[2, 'used']]);
    expect(await stateOf(pay({ amount: 5 }))).toBe('pending');
  });

  test('are never more than it has, however many ask at once in however many processes', async () => {
    await grant({ maxUses: 3 });
    const gates = [kit.gate, kit.another(), kit.another()];
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        gates[n % 3]!.request({
          ...{ call: pay({ amount: 5 }), requester: BOT },
          ref: { framework: 'test', runId: `run ${n}`, callId: 'c' },
        }),
      ),
    );
    expect(asked.filter((it) => it.state === 'granted')).toHaveLength(3);
    expect(asked.filter((it) => it.state === 'pending')).toHaveLength(9);
    expect((await kit.gate.grants.list()).items).toMatchObject([{ uses: 3 }]);
  });

  test('are not counted for a call that is allowed, nor for the same question again', async () => {
    await grant();
    const ref = { runId: 'run', callId: 'call' };
    await kit.ask(pay({ amount: 5 }), { ref });
    await kit.ask(pay({ amount: 5 }), { ref });
    await kit.ask({ tool: 'read', args: { amount: 5 } });
    expect((await kit.gate.grants.list()).items).toMatchObject([{ uses: 1 }]);
  });

  test('come from the next grant when one has ended', async () => {
    const first = await grant({ maxUses: 1 });
    const second = await grant({ maxUses: 1 });
    const by = async () => (await kit.ask(pay({ amount: 5 }))).grantedBy;
    const used = [await by(), await by()].flat().map((it) => (it.kind === 'grant' ? it.grantId : it.kind));
    expect(used.sort()).toEqual([first.grantId, second.grantId].sort());
    expect(await by()).toEqual([]);
  });
});

describe('its end', () => {
  test('comes at its time', async () => {
    await grant({ expiresAt: kit.clock.now() + 1_000 });
    await kit.advance(999);
    expect(await stateOf(pay({ amount: 5 }))).toBe('granted');
    await kit.advance(1);
    expect(await stateOf(pay({ amount: 5 }))).toBe('pending');
    expect((await kit.gate.grants.list()).items).toMatchObject([{ state: 'expired', uses: 1 }]);
  });

  test('revoked, it revokes the permits that it granted and that are unspent', async () => {
    const { grantId } = await grant();
    const spent = await kit.ask(pay({ amount: 5 }));
    await redeem(kit, spent, pay({ amount: 5 }));
    const open = await kit.ask(pay({ amount: 5 }));
    expect(await kit.gate.grants.revoke({ grantId, actorId: 'ann' })).toMatchObject({
      ...{ state: 'revoked', uses: 2 },
    });
    const [a, b] = [
      await kit.gate.get({ permitId: spent.permitId }),
      await kit.gate.get({ permitId: open.permitId }),
    ];
    expect([a.state, b.state, b.code]).toEqual(['spent', 'revoked', 'grant-revoked']);
    expect(await stateOf(pay({ amount: 5 }))).toBe('pending');
    expect(await kit.gate.grants.revoke({ grantId, actorId: 'ann' })).toMatchObject({ state: 'revoked' });
  });

  test('of one that does not exist, or is of another workspace, is unknown', async () => {
    const { grantId } = await grant();
    expect(await refusalOf(kit.gate.grants.revoke({ grantId: 'none', actorId: 'ann' }))).toEqual({
      status: 'NOT_FOUND',
    });
    const elsewhere = kit.gate.forWorkspace('elsewhere').grants;
    expect(await refusalOf(elsewhere.revoke({ grantId, actorId: 'ann' }))).toEqual({ status: 'NOT_FOUND' });
    expect((await kit.gate.grants.list()).items).toMatchObject([{ state: 'active' }]);
  });
});

test('grants are listed by program, newest first, page by page', async () => {
  for (const principal of ['bot', 'other', 'bot', 'bot']) {
    await grant({ requester: { principal } });
    await kit.advance(1);
  }
  const { items, nextCursor, hasMore } = await kit.gate.grants.list({ principal: 'bot', pageSize: 2 });
  expect([items.length, hasMore]).toEqual([2, true]);
  const rest = await kit.gate.grants.list({ principal: 'bot', pageSize: 2, cursor: nextCursor! });
  expect([rest.items.length, rest.hasMore, rest.nextCursor]).toEqual([1, false, null]);
  const times = [...items, ...rest.items].map((it) => it.expiresAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const other = kit.gate.grants.list({ principal: 'other', cursor: nextCursor! });
  expect(await refusalOf(other)).toMatchObject({ status: 'INVALID_ARGUMENT', path: 'cursor' });
});

test('a value that is not kept cannot be part of a grant', async () => {
  const gate = kit.another({ tools: { pay: { redact: ['/args/card', '/args/to/name'] } } });
  const given = (match: GrantMatch) =>
    gate.grants.create({
      ...{ requester: BOT, tool: 'pay', target: null, match, maxUses: 1, createdBy: 'ann' },
      expiresAt: kit.clock.now() + 1_000,
    });
  for (const match of [{ card: { eq: '4111' } }, { to: { in: ['x', { name: 'Ann' }] } }])
    expect(await refusalOf(given(match))).toMatchObject({ status: 'INVALID_ARGUMENT', code: 'redacted' });
  expect(await given({ to: { eq: { at: 'x' } } })).toMatchObject({ state: 'active' });
});
