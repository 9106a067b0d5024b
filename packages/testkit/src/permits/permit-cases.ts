/** Permits: one row per request, one live row at a ref, conditional changes, listings. */
import type { PermitInsert, PermitStore, StoredPermit } from '@org/approval-agents';
import assert from 'node:assert/strict';
import type { PermitStoreCase } from './case.js';
import { EXPIRES, aPermit, digestOf, ended, granted, next } from './fixtures.js';

export const insertion = (permit: StoredPermit, more: Partial<PermitInsert> = {}): PermitInsert => ({
  ...{ permit, replaces: null, uses: null, maxPending: null },
  ...more,
});

export async function inserted(store: PermitStore, permit: StoredPermit): Promise<StoredPermit> {
  assert.equal(await store.insertPermit(insertion(permit)), 'inserted');
  return permit;
}

const same = (permit: StoredPermit, askedDigest = digestOf('b')): StoredPermit =>
  aPermit({ workspaceId: permit.workspaceId, ref: permit.ref, askedDigest });

const idsOf = (permits: readonly StoredPermit[]): string[] => permits.map((it) => it.permitId);

async function allOf(store: PermitStore, query: Parameters<PermitStore['listPermits']>[0], limit = 2) {
  const found: StoredPermit[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.listPermits(query, { limit, cursor });
    assert.ok(page !== 'bad-cursor');
    assert.ok(page.items.length <= limit);
    found.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== null);
  return found;
}

export const permitCases: readonly PermitStoreCase[] = [
  {
    name: 'a permit is returned unchanged, in its workspace only',
    async run({ store, workspaceId, otherWorkspaceId, reopen }) {
      const permit = await inserted(store, aPermit({ workspaceId }));
      const { permitId } = permit;
      assert.deepEqual(await (await reopen()).loadPermit({ workspaceId, permitId }), permit);
      assert.equal(await store.loadPermit({ workspaceId: otherWorkspaceId, permitId }), null);
      const key = { ...permit, workspaceId: otherWorkspaceId, attempt: 1 };
      assert.equal(await store.findAsked(key), null);
      assert.deepEqual(await store.findRef(key), { live: null, lastAttempt: 0 });
    },
  },
  {
    name: 'a ref, an attempt and a requested digest have one row ever',
    async run({ store, workspaceId }) {
      const first = await inserted(store, aPermit({ workspaceId }));
      const again = aPermit({ workspaceId, ref: first.ref });
      assert.equal(await store.insertPermit(insertion(again)), 'conflict');
      assert.ok(await store.updatePermit({ permit: ended(first), rev: 1 }));
      assert.equal(await store.insertPermit(insertion(again)), 'conflict', 'also when it has ended');
      assert.equal(await store.loadPermit(again), null);
    },
  },
  {
    name: 'a ref has at most one live row across attempts, also when inserts race',
    async run({ store, workspaceId, reopen }) {
      const others = await reopen();
      const { ref } = aPermit({ workspaceId });
      const permits = ['a', 'b', 'c', 'd', 'e', 'f'].map((digit) =>
        aPermit({ workspaceId, ref, askedDigest: digestOf(digit) }),
      );
      const results = await Promise.all(
        permits.map((permit, index) => (index % 2 === 0 ? store : others).insertPermit(insertion(permit))),
      );
      assert.deepEqual(results.toSorted(), [...Array<string>(5).fill('conflict'), 'inserted']);
      const next2 = aPermit({ workspaceId, ref: { ...ref, attempt: 2 } });
      assert.equal(await store.insertPermit(insertion(next2)), 'conflict');
    },
  },
  {
    name: 'an ended row frees its ref, and its attempt stays the last one',
    async run({ store, workspaceId }) {
      const first = await inserted(store, aPermit({ workspaceId }));
      assert.equal((await store.findRef(first)).live?.permitId, first.permitId);
      assert.ok(await store.updatePermit({ permit: ended(first), rev: 1 }));
      assert.deepEqual(await store.findRef(first), { live: null, lastAttempt: 1 });
      await inserted(store, aPermit({ workspaceId, ref: { ...first.ref, attempt: 2 } }));
      assert.equal((await store.findRef(first)).lastAttempt, 2);
    },
  },
  {
    name: 'a replacement and its insert are one write: both or neither',
    async run({ store, workspaceId }) {
      const first = await inserted(store, aPermit({ workspaceId }));
      const gone = next(first, { state: 'revoked', code: 'replaced', endedAt: 2_000, closing: true });
      const second = same(first);
      const stale = { permit: gone, rev: 7 };
      assert.equal(await store.insertPermit(insertion(second, { replaces: stale })), 'conflict');
      assert.equal(await store.loadPermit(second), null);
      assert.deepEqual(await store.loadPermit(first), first);
      const known = { ...same(first, digestOf('a')), permitId: second.permitId };
      const replaces = { permit: gone, rev: 1 };
      assert.equal(await store.insertPermit(insertion(known, { replaces })), 'conflict');
      assert.deepEqual(await store.loadPermit(first), first, 'a conflict writes nothing');
      assert.equal(await store.insertPermit(insertion(second, { replaces })), 'inserted');
      assert.equal((await store.loadPermit(first))?.state, 'revoked');
    },
  },
  {
    name: 'a change is conditional on rev: one of several concurrent changes is written',
    async run({ store, workspaceId, reopen }) {
      const others = await reopen();
      const permit = granted(aPermit({ workspaceId }));
      await inserted(store, { ...permit, rev: 1 });
      const spent = next({ ...permit, rev: 1 }, { state: 'spent', endedAt: 2_500 });
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 === 0 ? store : others).updatePermit({ permit: spent, rev: 1 }),
        ),
      );
      assert.equal(results.filter(Boolean).length, 1);
      assert.deepEqual(await store.loadPermit(permit), spent);
      assert.equal(await store.updatePermit({ permit: next(aPermit({ workspaceId }), {}), rev: 1 }), false);
    },
  },
  {
    name: 'refusals are counted separately from rev, and survive a change',
    async run({ store, workspaceId }) {
      const permit = await inserted(store, aPermit({ workspaceId }));
      await store.countRefusal(permit);
      await store.countRefusal(permit);
      assert.deepEqual(await store.loadPermit(permit), { ...permit, refusals: 2 });
      assert.ok(await store.updatePermit({ permit: granted(permit), rev: 1 }));
      assert.equal((await store.loadPermit(permit))?.refusals, 2);
      await store.countRefusal({ workspaceId, permitId: 'nobody' });
    },
  },
  {
    name: 'a permit is found by its requested digest, else by its amended one',
    async run({ store, workspaceId }) {
      const permit = await inserted(store, aPermit({ workspaceId }));
      const amended = next(permit, { digest: digestOf('c'), revision: 2 });
      assert.ok(await store.updatePermit({ permit: amended, rev: 1 }));
      const found = async (digest: string, attempt = 1) =>
        (await store.findAsked({ ...permit, attempt, digest }))?.permitId ?? null;
      assert.equal(await found(digestOf('a')), permit.permitId);
      assert.equal(await found(digestOf('c')), permit.permitId);
      assert.equal(await found(digestOf('d')), null);
      assert.equal(await found(digestOf('a'), 2), null);
    },
  },
  {
    name: 'refs and requesters are compared byte for byte',
    async run({ store, workspaceId }) {
      const texts = ['Ref', 'ref', 'ref ', ' ref', 're\u0301f', 'r\u00e9f', 'ss', 'ß', 'r,ef', '["ref"]'];
      for (const callId of texts) {
        const { ref } = aPermit({ workspaceId });
        await inserted(store, aPermit({ workspaceId, ref: { ...ref, runId: 'run', callId } }));
      }
      for (const principal of texts) {
        const { ref } = aPermit({ workspaceId });
        const requester = { principal, onBehalfOf: null };
        await inserted(
          store,
          aPermit({ workspaceId, ref: { ...ref, runId: 'run', callId: 'x' }, requester }),
        );
      }
      for (const principal of texts)
        assert.equal((await allOf(store, { workspaceId, principal })).length, 1, principal);
    },
  },
  {
    name: 'a principal has a limited number of pending permits, also under concurrency',
    async run({ store, workspaceId, reopen }) {
      const others = await reopen();
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? store : others).insertPermit(
            insertion(aPermit({ workspaceId }), { maxPending: 5 }),
          ),
        ),
      );
      assert.equal(results.filter((it) => it === 'inserted').length, 5);
      assert.equal(results.filter((it) => it === 'too-many-pending').length, 7);
      const pending = await store.pendingOf({ workspaceId, principal: 'bot' });
      assert.equal(pending.length, 5);
      const [first] = pending;
      assert.ok(first !== undefined && (await store.updatePermit({ permit: ended(first), rev: 1 })));
      const more = insertion(aPermit({ workspaceId }), { maxPending: 5 });
      assert.equal(await store.insertPermit(more), 'inserted');
      const other = { principal: 'other', onBehalfOf: null };
      const theirs = insertion(aPermit({ workspaceId, requester: other }), { maxPending: 5 });
      assert.equal(await store.insertPermit(theirs), 'inserted');
    },
  },
  {
    name: 'a pending or denied request is found by requester and digest in every execution',
    async run({ store, workspaceId, otherWorkspaceId }) {
      const { ref } = aPermit({ workspaceId });
      const at = (callId: string, more: Partial<StoredPermit> = {}) =>
        aPermit({ workspaceId, ref: { ...ref, callId }, ...more });
      const pending = await inserted(store, at('1'));
      const another = { ...ref, runId: 'another', callId: '2' };
      const denied = await inserted(
        store,
        at('2', { ref: another, state: 'denied', endedAt: 2_000, createdAt: 2_000 }),
      );
      await inserted(store, at('3', { state: 'granted' }));
      await inserted(store, at('4', { askedDigest: digestOf('b') }));
      const amended = await inserted(
        store,
        at('5', { askedDigest: digestOf('b'), digest: digestOf('a'), createdAt: 500 }),
      );
      const query = { workspaceId, requester: pending.requester, digest: digestOf('a') };
      assert.deepEqual(idsOf(await store.findSameCall(query)), idsOf([denied, pending, amended]));
      for (const limit of [1, 2, 3]) {
        const found = idsOf(await store.findSameCall({ ...query, limit }));
        assert.deepEqual(found, idsOf([denied, pending, amended].slice(0, limit)));
      }
      assert.deepEqual(await store.findSameCall({ ...query, workspaceId: otherWorkspaceId }), []);
      const stranger = { principal: 'bot', onBehalfOf: 'ann' };
      assert.deepEqual(await store.findSameCall({ ...query, requester: stranger }), []);
    },
  },
  {
    name: 'permits are listed newest first, by state, principal and outcome, page by page',
    async run({ store, workspaceId, otherWorkspaceId }) {
      const made: StoredPermit[] = [];
      for (const createdAt of [3, 1, 2, 2, 5])
        made.push(await inserted(store, aPermit({ workspaceId, createdAt, state: 'granted' })));
      const requester = { principal: 'else', onBehalfOf: null };
      const spent = { state: 'spent', endedAt: 9, createdAt: 9 } as const;
      const unknown = await inserted(store, aPermit({ workspaceId, requester, ...spent }));
      const outcome = { ok: true, resultDigest: null, error: null, at: 9 };
      const known = await inserted(store, aPermit({ workspaceId, ...spent, createdAt: 8, outcome }));
      await inserted(store, aPermit({ workspaceId: otherWorkspaceId }));
      const order = (a: StoredPermit, b: StoredPermit) =>
        b.createdAt - a.createdAt || (a.permitId < b.permitId ? 1 : -1);
      const expected = made.toSorted(order);
      assert.deepEqual(idsOf(await allOf(store, { workspaceId, state: 'granted' })), idsOf(expected));
      assert.deepEqual(idsOf(await allOf(store, { workspaceId })), idsOf([unknown, known, ...expected]));
      assert.deepEqual(idsOf(await allOf(store, { workspaceId, principal: 'else' })), idsOf([unknown]));
      assert.deepEqual(idsOf(await allOf(store, { workspaceId, outcome: 'unknown' })), idsOf([unknown]));
      assert.equal(await store.listPermits({ workspaceId }, { limit: 2, cursor: 'nonsense' }), 'bad-cursor');
    },
  },
  {
    name: 'due permits that must be closed come first, then the others by time',
    async run({ store, workspaceId }) {
      const late = await inserted(store, aPermit({ workspaceId, expiresAt: EXPIRES + 2 }));
      const soon = await inserted(store, aPermit({ workspaceId, expiresAt: 11, state: 'granted' }));
      const closing = await inserted(
        store,
        aPermit({ workspaceId, state: 'revoked', endedAt: 5, closing: true, expiresAt: EXPIRES + 9 }),
      );
      await inserted(store, aPermit({ workspaceId, state: 'denied', endedAt: 5, expiresAt: 1 }));
      const due = async (at: number) =>
        idsOf(await store.duePermits({ at, limit: 1_000 })).filter((it) =>
          idsOf([late, soon, closing]).includes(it),
        );
      assert.deepEqual(await due(10), [closing.permitId]);
      assert.deepEqual(await due(11), idsOf([closing, soon]));
      assert.deepEqual(await due(EXPIRES + 2), idsOf([closing, soon, late]));
      assert.equal((await store.duePermits({ at: EXPIRES + 2, limit: 1 })).length, 1);
    },
  },
  {
    name: 'iterating the pending permits returns each of them once',
    async run({ store, workspaceId, otherWorkspaceId }) {
      const own = new Set<string>();
      for (const it of [workspaceId, otherWorkspaceId, workspaceId])
        own.add((await inserted(store, aPermit({ workspaceId: it }))).permitId);
      await inserted(store, aPermit({ workspaceId, state: 'granted' }));
      const met: string[] = [];
      let after: { workspaceId: string; permitId: string } | null = null;
      for (;;) {
        const page: readonly StoredPermit[] = await store.walkPending({ after, limit: 2 });
        const last = page.at(-1);
        met.push(...idsOf(page));
        assert.ok(page.every(({ state }) => state === 'pending'));
        if (last === undefined) break;
        after = { workspaceId: last.workspaceId, permitId: last.permitId };
      }
      assert.deepEqual(met.filter((it) => own.has(it)).toSorted(), [...own].toSorted());
    },
  },
  {
    name: 'retention deletes ended permits, and never spent ones without an outcome',
    async run({ store, workspaceId }) {
      const at = (more: Partial<StoredPermit>) =>
        inserted(store, aPermit({ workspaceId, state: 'denied', endedAt: 10, ...more }));
      const old = await at({});
      const kept = [
        await at({ endedAt: 20 }),
        await at({ state: 'spent' }),
        await at({ state: 'revoked', closing: true }),
        await at({ state: 'pending', endedAt: null }),
      ];
      let deleted = 0;
      for (let some = 1; some > 0; deleted += some)
        some = await store.deletePermits({ endedBefore: 20, limit: 10 });
      assert.ok(deleted >= 1);
      assert.equal(await store.loadPermit(old), null);
      for (const it of kept) assert.notEqual(await store.loadPermit(it), null, it.state);
      assert.deepEqual(await store.findRef(old), { live: null, lastAttempt: 0 });
    },
  },
];
