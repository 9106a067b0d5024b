/**
 * Rules of the store contract beyond the conformance suite, on every store; the memory store is the
 * reference.
 */
import { type ApprovalStore, createMemoryStore, compileDefinition } from '@org/approval-core';
import type {
  Change,
  ClaimRequest,
  DefinitionVersion,
  DeliveryResult,
  Page,
  PageRequest,
} from '@org/approval-core/store';
import { decide, initialState } from '@org/approval-core/interpreter';
import { changeBetween } from '@org/approval-core/internal';
import { type StoreUnderTest, VirtualClock } from '@org/approval-testkit';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KILL_DEFINITION } from './test-support/kill-definition.js';
import { allServers, migrated, openUnderTest } from './test-support/open.js';

async function memoryUnderTest(): Promise<StoreUnderTest> {
  const clock = new VirtualClock();
  return { store: createMemoryStore(), now: () => clock.now(), advance: (ms) => clock.advance(ms) };
}

const subjects = [
  { name: 'memory', database: null },
  ...(await Promise.all(
    (await allServers()).map(async (server) => ({ name: server.name, database: await migrated(server) })),
  )),
];

let ids = 0;
const unique = (prefix: string): string => `${prefix}-${++ids}`;

const REVIEW = {
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'review',
      type: 'human',
      config: {
        reviewers: [
          { userId: 'ann', mandatory: true },
          { userId: 'bob', mandatory: true },
        ],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
} as const;

const compiled = (() => {
  const checked = compileDefinition(REVIEW);
  if (!checked.ok) throw new Error('the definition is wrong');
  return checked.compiled;
})();

describe.each(subjects)('$name', ({ database }) => {
  let subject: StoreUnderTest;
  let store: ApprovalStore;
  let definition: DefinitionVersion;
  const workspaceId = 'ws ';

  beforeEach(async () => {
    subject = database === null ? await memoryUnderTest() : await openUnderTest(database);
    store = subject.store;
    definition = await created({});
  });
  afterEach(() => subject.close?.());
  afterAll(() => database?.close());

  async function created(own: Partial<DefinitionVersion>): Promise<DefinitionVersion> {
    const now = subject.now();
    const made: DefinitionVersion = {
      workspaceId,
      definitionId: 'review',
      organizationId: null,
      documentId: null,
      uid: unique('def'),
      version: 1,
      authored: REVIEW,
      sealedSecrets: null,
      compiled,
      warnings: [],
      createdAt: now,
      updatedAt: now,
      ...own,
    };
    expect(await store.createDefinition(made)).toBe('created');
    return made;
  }

  function creation(
    own: Partial<Parameters<typeof initialState>[0]> = {},
    sealedSecret: string | null = null,
  ): Change {
    const before = initialState({
      workspaceId,
      executionId: unique('exec'),
      definitionUid: definition.uid,
      definitionId: 'review',
      definitionVersion: 1,
      correlationId: unique('corr'),
      idempotencyKey: null,
      organizationId: null,
      documentId: null,
      triggerContext: { url: 'x' },
      webhookUrl: null,
      createdAt: subject.now(),
      ...own,
    });
    return { ...next(before, { kind: 'dispatch' }), sealedSecret };
  }

  const next = (before: Change['state'], command: Parameters<typeof decide>[2]): Change => {
    const environment = { now: subject.now(), newEventId: () => unique('evt'), maxStepsPerExecution: 100 };
    const decision = decide(compiled, before, command, environment);
    if (!decision.ok) throw new Error(decision.refusal.message);
    const receiver = { url: before.webhookUrl ?? 'https://a.example', eventTypes: null };
    return changeBetween(before, decision.state, { ...decision, claims: [], receiver });
  };

  const cancel = { kind: 'cancel-execution', reason: null } as const;

  async function committed(change: Change): Promise<Change> {
    expect(await store.commit([change])).toEqual([{ kind: 'committed' }]);
    return change;
  }

  const claim = (own: Partial<ClaimRequest> = {}) =>
    store.claimJobs({ kinds: ['webhook-delivery'], now: subject.now(), leaseMs: 1_000, limit: 10, ...own });

  async function all<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<T> = await list({ limit, cursor });
      if (page === 'bad-cursor') throw new Error('its own cursor is bad');
      items.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== null);
    return items;
  }

  const resultOf = (
    claimed: Awaited<ReturnType<typeof claim>>['claimed'][number],
    seq: number,
    ok: boolean,
  ): DeliveryResult => ({
    claim: claimed,
    seq,
    at: subject.now(),
    lastStatus: ok ? 200 : null,
    lastError: ok ? null : 'näh\u2028 \ud83d\ude00',
    ...(ok
      ? { status: 'delivered', nextAttemptAt: null }
      : { status: 'pending', nextAttemptAt: subject.now() + 500 }),
  });

  test('deliveries of an execution go out one after the other, in the order of their seqs', async () => {
    const { state, push } = await committed(creation());
    const [first = 0, second = 0] = push!.seqs;
    const { claimed } = await claim();
    expect(claimed).toMatchObject([
      { concurrencyKey: 'https://a.example', job: { stepId: '', kind: 'webhook-delivery' } },
    ]);
    const [work] = await store.loadDeliveries(claimed);
    expect(work).toMatchObject({
      delivery: { seq: first, status: 'pending', attempts: 0 },
      event: { seq: first },
      sealedSecret: null,
    });
    expect(work?.execution).toMatchObject({ executionId: state.executionId, status: 'running' });

    expect(await store.recordDeliveryResults([resultOf(claimed[0]!, first, false)])).toEqual([true]);
    expect(await store.recordDeliveryResults([resultOf(claimed[0]!, first, true)])).toEqual([false]);
    expect((await claim()).claimed).toEqual([]);
    await subject.advance(500);
    const again = (await claim()).claimed;
    expect(await store.loadDeliveries(claimed)).toEqual([null]);
    expect((await store.loadDeliveries(again))[0]?.delivery).toMatchObject({
      seq: first,
      attempts: 1,
      lastError: 'näh\u2028 \ud83d\ude00',
    });
    expect(await store.recordDeliveryResults([resultOf(again[0]!, first, true)])).toEqual([true]);
    const last = (await claim()).claimed;
    expect((await store.loadDeliveries(last))[0]?.delivery).toMatchObject({ seq: second });
    expect(await store.recordDeliveryResults([resultOf(last[0]!, second, true)])).toEqual([true]);
    expect(await claim()).toEqual({ claimed: [], nextDueAt: null });
    const listed = await all((page) => store.listDeliveries({ workspaceId }, page), 1);
    expect(listed.map((it) => [it.seq, it.status, it.attempts])).toEqual([
      [second, 'delivered', 1],
      [first, 'delivered', 2],
    ]);
  });

  test('an event that is committed while a delivery is under way gets its turn', async () => {
    const { state, push } = await committed(creation());
    const { claimed } = await claim();
    const later = await committed(next(state, cancel));
    for (const seq of push!.seqs) {
      const mine = seq === push!.seqs[0] ? claimed[0]! : (await claim()).claimed[0]!;
      expect(await store.recordDeliveryResults([resultOf(mine, seq, true)])).toEqual([true]);
    }
    const work = await store.loadDeliveries((await claim()).claimed);
    expect(work[0]?.delivery.seq).toBe(later.push!.seqs[0]);
  });

  test('what is dead is delivered again when asked for, and so is one that is not pending', async () => {
    const { state, push } = await committed(creation());
    const key = { workspaceId, executionId: state.executionId };
    const [first = 0, second = 0] = push!.seqs;
    for (const seq of push!.seqs) {
      const { claimed } = await claim();
      const dead: DeliveryResult = {
        ...resultOf(claimed[0]!, seq, true),
        status: 'dead',
        nextAttemptAt: null,
        lastStatus: 500,
      };
      expect(await store.recordDeliveryResults([dead])).toEqual([true]);
    }
    expect((await claim()).claimed).toEqual([]);
    expect(await store.redeliver({ ...key, seq: null, now: subject.now() })).toBe(2);
    expect(await store.redeliver({ ...key, seq: null, now: subject.now() })).toBe(0);
    const { claimed } = await claim();
    expect((await store.loadDeliveries(claimed))[0]?.delivery).toMatchObject({
      seq: first,
      attempts: 0,
      status: 'pending',
    });
    expect(await store.recordDeliveryResults([resultOf(claimed[0]!, first, true)])).toEqual([true]);
    expect(await store.redeliver({ ...key, seq: first, now: subject.now() })).toBe(1);
    expect(await store.redeliver({ ...key, seq: second, now: subject.now() })).toBe(0);
    expect((await store.loadDeliveries((await claim()).claimed))[0]?.delivery.seq).toBe(first);
    expect(await store.redeliver({ ...key, seq: 99, now: subject.now() })).toBeNull();
    expect(await store.redeliver({ ...key, executionId: 'none', seq: null, now: subject.now() })).toBeNull();
    const pending = await all((page) => store.listDeliveries({ workspaceId, status: 'pending' }, page), 10);
    expect(pending.map((it) => it.seq)).toEqual([second, first]);
  });

  test('a concurrency key that is used up keeps no other from being claimed', async () => {
    for (let index = 0; index < 6; index++)
      await committed(creation({ webhookUrl: 'https://busy.example/x' }));
    await subject.advance(5);
    await committed(creation({ webhookUrl: 'https://idle.example/x' }));
    const perKey = { each: 2, left: { 'https://busy.example': 0 } };
    const first = await claim({ perKey, limit: 3 });
    expect(first.claimed.map((it) => it.concurrencyKey)).toEqual(['https://idle.example']);
    const second = await claim({ perKey: { each: 2, left: {} } });
    expect(second.claimed.map((it) => it.concurrencyKey)).toEqual([
      'https://busy.example',
      'https://busy.example',
    ]);
    expect((await claim({ perKey: { each: 9, left: {} } })).claimed).toHaveLength(4);
    expect((await claim({ perKey })).nextDueAt).toBe(subject.now() + 1_000);
  });

  test('retention takes whole executions that have ended, and keeps keys that are young', async () => {
    const runs = [];
    for (let index = 0; index < 3; index++) {
      const run = await committed({ ...creation({ idempotencyKey: `Key-${index}` }), push: null });
      runs.push(run.state);
      await subject.advance(10);
    }
    const [a, b, c] = runs as [Change['state'], Change['state'], Change['state']];
    const open = await committed({ ...creation(), push: null });
    for (const state of [a, b]) await committed({ ...next(state, cancel), push: null });
    await committed(next(c, cancel)); // With deliveries that are pending.
    await subject.advance(10);
    const endedBefore = subject.now();
    const keysBefore = b.createdAt;
    await store.trimFeed({ before: Number.MAX_SAFE_INTEGER });
    expect(await store.deleteEnded({ endedBefore, keysBefore, limit: 1 })).toBe(1);
    expect(await store.loadExecutions([a, b, c, open.state])).toMatchObject([
      null,
      { status: 'cancelled' },
      { status: 'cancelled' },
      { status: 'running' },
    ]);
    expect(await store.deleteEnded({ endedBefore, keysBefore, limit: 10 })).toBe(1);
    expect(await store.deleteEnded({ endedBefore, keysBefore, limit: 10 })).toBe(0);
    expect(await store.readEvents({ ...b, afterSeq: 0, limit: 10, externalOnly: false })).toEqual([]);
    const keys = ['Key-0', 'Key-1', 'Key-2'].map((idempotencyKey) => ({ workspaceId, idempotencyKey }));
    expect((await store.findByIdempotencyKeys(keys)).map((it) => it?.executionId)).toEqual([
      undefined,
      b.executionId,
      c.executionId,
    ]);
    expect(await store.commit([creation({ idempotencyKey: 'Key-1' })])).toEqual([{ kind: 'duplicate' }]);
    await committed(creation({ idempotencyKey: 'Key-0' }));
  });

  test('secrets are listed and replaced where they are', async () => {
    await created({ definitionId: 'sealed', sealedSecrets: 'def-1' });
    for (const sealed of ['run-1', 'run-2']) await committed(creation({}, sealed));
    for (const limit of [1, 2, 3, 10]) {
      const secrets = await all((page) => store.listSecrets(page), limit);
      expect(secrets.map((it) => it.sealed).toSorted()).toEqual(['def-1', 'run-1', 'run-2']);
    }
    for (const secret of await all((page) => store.listSecrets(page), 10)) {
      expect(await store.replaceSecret(secret, `${secret.sealed} again`)).toBe(true);
      expect(await store.replaceSecret(secret, 'too late')).toBe(false);
    }
    expect((await all((page) => store.listSecrets(page), 2)).map((it) => it.sealed).toSorted()).toEqual([
      'def-1 again',
      'run-1 again',
      'run-2 again',
    ]);
  });

  test('a field of the state that the store does not know is kept, and changes with each commit', async () => {
    const invented = (change: Change, value: number): Change => ({
      ...change,
      state: { ...change.state, invented: value } as Change['state'],
    });
    const first = await committed(invented(creation(), 1));
    expect(await store.loadExecutions([first.state])).toMatchObject([{ invented: 1 }]);
    const second = await committed(invented(next(first.state, cancel), 2));
    expect(await store.loadExecutions([first.state])).toEqual([second.state]);
    expect(second.state).toHaveProperty('invented', 2);
  });

  test('ids are kept byte for byte: case, spaces at the end, accents, emoji, and as long as they may be', async () => {
    const ids = ['Run', 'run', 'run ', ' run', 'r\u00fcn', 'ru\u0308n', '😀', '😀'.repeat(50)];
    for (const executionId of ids)
      await committed(creation({ executionId, organizationId: executionId, documentId: 'ä'.repeat(200) }));
    for (const executionId of ids) {
      const [state] = await store.loadExecutions([{ workspaceId, executionId }]);
      expect(state?.organizationId).toBe(executionId);
      const found = await all(
        (page) => store.listExecutions({ workspaceId, organizationId: executionId }, page),
        2,
      );
      expect(found.map((it) => it.executionId)).toEqual([executionId]);
      expect(found[0]).not.toHaveProperty('groups.0');
    }
    expect(await store.loadExecutions([{ workspaceId: 'ws', executionId: 'Run' }])).toEqual([null]);
    const reviewers = await Promise.all(
      ['ann', 'Ann', 'an', 'n\nb', ''].map((reviewerId) =>
        all((page) => store.listWaiting({ workspaceId, reviewerId }, page), 3),
      ),
    );
    expect(reviewers.map((it) => it.length)).toEqual([ids.length, 0, 0, 0, 0]);
  });

  test('cursors of another listing, or bent ones, are bad', async () => {
    for (let index = 0; index < 3; index++) await committed(creation());
    const page = await store.listExecutions({ workspaceId }, { limit: 1, cursor: null });
    if (page === 'bad-cursor' || page.cursor === null) throw new Error('there is more than one page');
    const bent = [`${page.cursor}x`, ` ${page.cursor}`, `${page.cursor}==`, page.cursor.slice(1)];
    for (const cursor of database === null ? [] : bent) {
      expect(await store.listExecutions({ workspaceId }, { limit: 1, cursor })).toBe('bad-cursor');
    }
    if (database === null) return;
    expect(await store.listWaiting({ workspaceId }, { limit: 1, cursor: page.cursor })).toBe('bad-cursor');
    expect(await store.listDeliveries({ workspaceId }, { limit: 1, cursor: page.cursor })).toBe('bad-cursor');
    expect(await store.listSecrets({ limit: 1, cursor: page.cursor })).toBe('bad-cursor');
  });
});

test('the definition of the kill test is good', () => {
  expect(compileDefinition(KILL_DEFINITION as never).ok).toBe(true);
});
