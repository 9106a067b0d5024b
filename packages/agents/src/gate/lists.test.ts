/**
 * Lists of permits: filters, order, pages, and rows visible to a caller (permits G2, contract 18).
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BOT, STATES, WAYS, allow, refusalOf } from '../test-support/asking.js';
import { type GateKit, asks, gateKit, guarded } from '../test-support/gate.js';
import type { GateCaller, ListPermitsRequest, Permit } from '../types.js';

const call = { tool: 'pay', args: { amount: 5 } };
let kit: GateKit;
beforeEach(async () => {
  kit = await gateKit({ rules: [asks('pay', { askMs: 1_000 }), allow('read')] });
});
afterEach(() => kit.stop());

const list = async (request: ListPermitsRequest = {}) => (await kit.gate.list(request)).items;
const idsOf = (permits: readonly Permit[]) => permits.map((it) => it.permitId);

/** One permit of each state; expired last, as the others would expire with it. */
async function oneOfEach(): Promise<Record<Permit['state'], Permit>> {
  const made: Partial<Record<Permit['state'], Permit>> = {};
  for (const state of ['expired', ...STATES.filter((it) => it !== 'expired')] as Permit['state'][])
    made[state] = await WAYS[state](kit, { tool: 'pay', args: { state } });
  return made as Record<Permit['state'], Permit>;
}

describe('by state', () => {
  test('each has its own, as it is now', async () => {
    const permits = await oneOfEach();
    for (const state of STATES) expect(idsOf(await list({ state }))).toEqual([permits[state].permitId]);
    expect(await list()).toHaveLength(STATES.length);
  });

  test('what was approved elsewhere is granted, and pending no more', async () => {
    const asked = await kit.ask(call);
    await kit.gate.stop();
    await kit.answer(asked);
    expect(await list({ state: 'pending' })).toEqual([]);
    expect(idsOf(await list({ state: 'granted' }))).toEqual([asked.permitId]);
  });

  test('spent ones without an outcome', async () => {
    const { spent } = await oneOfEach();
    expect(idsOf(await list({ outcome: 'unknown' }))).toEqual([spent.permitId]);
    await kit.gate.outcome({ permitId: spent.permitId, requester: BOT, ok: false });
    expect(await list({ outcome: 'unknown' })).toEqual([]);
    expect(idsOf(await list({ state: 'spent' }))).toEqual([spent.permitId]);
  });
});

test('by program, on behalf of any user', async () => {
  const own = await kit.ask(call);
  const behalf = await kit.gate.request({
    ...{ call, ref: { framework: 't', runId: 'r', callId: 'c' } },
    requester: { principal: 'bot', onBehalfOf: 'ann' },
  });
  await kit.ask(call, { principal: 'other' });
  expect(idsOf(await list({ principal: 'bot' })).sort()).toEqual([own.permitId, behalf.permitId].sort());
  expect(await list({ principal: 'nobody' })).toEqual([]);
});

test('newest first, in pages of any size, each permit once', async () => {
  const made: Permit[] = [];
  for (let n = 0; n < 12; n++) {
    made.push(await kit.ask({ tool: 'read', args: { n } }));
    if (n % 3 === 0) await kit.advance(1);
  }
  const order = made.toSorted((a, b) => b.createdAt - a.createdAt || (a.permitId < b.permitId ? 1 : -1));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 14 }), async (pageSize) => {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await kit.gate.list({ pageSize, ...(cursor && { cursor }) });
        expect(page.items.length).toBeLessThanOrEqual(pageSize);
        expect(page.hasMore).toBe(page.nextCursor !== null);
        found.push(...idsOf(page.items));
        cursor = page.nextCursor;
      }
      expect(found).toEqual(idsOf(order));
    }),
    { numRuns: 14 },
  );
});

describe('a cursor', () => {
  const cursorOf = async (request: ListPermitsRequest = {}) => {
    for (let n = 0; n < 3; n++) await kit.ask({ tool: 'read', args: { n } });
    return (await kit.gate.list({ pageSize: 1, ...request })).nextCursor ?? '';
  };

  test.each<[string, ListPermitsRequest]>([
    ['another state', { state: 'granted' }],
    ['another program', { principal: 'bot' }],
    ['another outcome', { outcome: 'unknown' }],
  ])('of one list is none of a list of %s', async (_, request) => {
    const cursor = await cursorOf();
    expect(await refusalOf(kit.gate.list({ ...request, cursor }))).toMatchObject({ path: 'cursor' });
  });

  test('of one workspace is none of another', async () => {
    const cursor = await cursorOf();
    const elsewhere = kit.gate.forWorkspace('elsewhere').list({ cursor });
    expect(await refusalOf(elsewhere)).toMatchObject({ status: 'INVALID_ARGUMENT', path: 'cursor' });
  });

  test.each(['', 'x', '0', 'a'.repeat(50)])('that is none is refused: "%s"', async (cursor) => {
    expect((await refusalOf(kit.gate.list({ cursor }))).status).toBe('INVALID_ARGUMENT');
  });

  test('with another page size goes on', async () => {
    const cursor = await cursorOf();
    expect(await list({ cursor, pageSize: 9 })).toHaveLength(2);
  });
});

test.each<[string, object]>([
  ['a state that is none', { state: 'open' }],
  ['an outcome that is known', { outcome: 'ok' }],
  ['no page', { pageSize: 0 }],
  ['a page of 501', { pageSize: 501 }],
  ['a field that lists do not have', { tool: 'pay' }],
])('a list is refused with %s', async (_, request) => {
  expect((await refusalOf(kit.gate.list(request as never))).status).toBe('INVALID_ARGUMENT');
});

describe('what a caller sees', () => {
  const seen = async (caller: GateCaller) => {
    const on = kit.gate.forWorkspace('default', caller);
    const listed = idsOf((await on.list()).items);
    const all = await list();
    const got = await Promise.all(all.map(({ permitId }) => refusalOf(on.get({ permitId }))));
    // A list and a look say the same.
    expect(all.filter((_, index) => got[index]?.status === 'OK').map((it) => it.permitId)).toEqual(listed);
    return all
      .filter((it) => listed.includes(it.permitId))
      .map((it) => it.call.tool)
      .sort();
  };

  beforeEach(async () => {
    await kit.stop();
    const rules = [
      asks('pay'),
      asks('mail', { definitionId: 'mails' }),
      asks('org', { definitionId: 'orgs', organizationId: 'o' }),
      allow('read'),
    ];
    const scope = { level: 'organization', organizationId: 'o' } as const;
    kit = await gateKit({ rules }, {}, [guarded(), guarded('mails'), { ...guarded('orgs'), scope }]);
    for (const tool of ['pay', 'mail', 'org', 'read']) await kit.ask({ tool, args: {} });
  });

  test.each<[string, GateCaller, string[]]>([
    ['anything', {}, ['mail', 'org', 'pay', 'read']],
    ['for any permits', { visible: {} }, ['mail', 'org', 'pay', 'read']],
    ['one definition', { visible: { definitionIds: ['mails'] } }, ['mail']],
    ['two definitions', { visible: { definitionIds: ['mails', 'guarded'] } }, ['mail', 'pay']],
    ['no definition', { visible: { definitionIds: [] } }, []],
    ['an organization', { visible: { organizationIds: ['o'] } }, ['org']],
    ['both at once', { visible: { definitionIds: ['mails'], organizationIds: ['o'] } }, []],
    [
      'no definition, as the program',
      { visible: { definitionIds: [] }, userId: 'bot' },
      ['mail', 'org', 'pay', 'read'],
    ],
    ['no definition, as another program', { visible: { definitionIds: [] }, userId: 'eve' }, []],
    ['runs that they are asked in', { readsAs: 'legal' }, ['mail', 'org', 'pay']],
    ['runs that they are not asked in', { readsAs: 'eve' }, []],
    ['runs of no user', { readsAs: null }, []],
    [
      'own questions, as a reader of no run',
      { readsAs: 'bot', userId: 'bot' },
      ['mail', 'org', 'pay', 'read'],
    ],
    ['one definition, as a reader', { readsAs: 'legal', visible: { definitionIds: ['mails'] } }, ['mail']],
  ])('%s', async (_, caller, tools) => {
    expect(await seen(caller)).toEqual(tools);
  });

  test.each<[string, unknown]>([
    ['a name that is misspelt', { visibel: {} }],
    ['a list that is none', { visible: { definitionIds: 'mails' } }],
    ['a reader that is not a string', { readsAs: 7 }],
    ['a truth that is none', { administersSteps: 'yes' }],
  ])('is refused with %s', (_, caller) => {
    expect(() => kit.gate.forWorkspace('default', caller as never)).toThrow(TypeError);
  });

  test.each(['', 'x'.repeat(300)])('of the workspace "%s" is refused', (workspaceId) => {
    expect(() => kit.gate.forWorkspace(workspaceId)).toThrow('workspaceId');
  });
});
