/** Standing grants: uses are counted in the write of the permit that they grant. */
import type { StoredGrant } from '@org/approval-agents';
import assert from 'node:assert/strict';
import type { PermitStoreCase, PermitStoreContext } from './case.js';
import { EXPIRES, aGrant, aPermit, next } from './fixtures.js';
import { insertion } from './permit-cases.js';

async function made({ store, workspaceId }: PermitStoreContext, more: Partial<StoredGrant> = {}) {
  const grant = aGrant({ workspaceId, ...more });
  await store.insertGrant(grant);
  return grant;
}

const byGrant = ({ workspaceId, grantId }: StoredGrant) =>
  aPermit({ workspaceId, state: 'granted', ask: null, grantId, grantedBy: [{ kind: 'grant', grantId }] });

export const grantCases: readonly PermitStoreCase[] = [
  {
    name: 'a grant is returned unchanged, in its workspace only',
    async run(context) {
      const { store, workspaceId, otherWorkspaceId } = context;
      const grant = await made(context);
      assert.deepEqual(await store.loadGrant(grant), grant);
      assert.equal(await store.loadGrant({ workspaceId: otherWorkspaceId, grantId: grant.grantId }), null);
      await made(context, { createdAt: 5_000, requester: { principal: 'else', onBehalfOf: null } });
      const page = await store.listGrants({ workspaceId }, { limit: 1, cursor: null });
      assert.ok(page !== 'bad-cursor' && page.cursor !== null && page.items[0]?.createdAt === 5_000);
      const rest = await store.listGrants({ workspaceId }, { limit: 5, cursor: page.cursor });
      assert.ok(rest !== 'bad-cursor' && rest.cursor === null);
      assert.deepEqual(rest.items, [grant]);
      const own = await store.listGrants({ workspaceId, principal: 'bot' }, { limit: 5, cursor: null });
      assert.ok(own !== 'bad-cursor');
      assert.deepEqual(own.items, [grant]);
      assert.equal(await store.listGrants({ workspaceId }, { limit: 5, cursor: 'nonsense' }), 'bad-cursor');
    },
  },
  {
    name: 'a grant that is written again stays as it is',
    async run(context) {
      const { store } = context;
      const grant = await made(context);
      const uses = { grantId: grant.grantId, at: 1_000 };
      assert.equal(await store.insertPermit(insertion(byGrant(grant), { uses })), 'inserted');
      await store.insertGrant({ ...grant, maxUses: 9 });
      assert.deepEqual(await store.loadGrant(grant), { ...grant, uses: 1 });
    },
  },
  {
    name: 'uses never exceed maxUses, also under concurrency',
    async run(context) {
      const others = await context.reopen();
      const grant = await made(context);
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 === 0 ? context.store : others).insertPermit(
            insertion(byGrant(grant), { uses: { grantId: grant.grantId, at: 1_000 } }),
          ),
        ),
      );
      assert.equal(results.filter((it) => it === 'inserted').length, 2);
      assert.equal(results.filter((it) => it === 'grant-not-active').length, 6);
      assert.equal((await context.store.loadGrant(grant))?.uses, 2);
    },
  },
  {
    name: 'a use and its permit are one write: a conflict uses nothing',
    async run(context) {
      const { store } = context;
      const grant = await made(context);
      const permit = byGrant(grant);
      const uses = { grantId: grant.grantId, at: 1_000 };
      assert.equal(await store.insertPermit(insertion(permit, { uses })), 'inserted');
      const again = { ...byGrant(grant), ref: permit.ref };
      assert.equal(await store.insertPermit(insertion(again, { uses })), 'conflict');
      assert.equal((await store.loadGrant(grant))?.uses, 1);
    },
  },
  {
    name: 'an expired or revoked grant cannot be used',
    async run(context) {
      const { store } = context;
      const [old, back] = [await made(context), await made(context)];
      const use = (grant: StoredGrant, at: number) =>
        store.insertPermit(insertion(byGrant(grant), { uses: { grantId: grant.grantId, at } }));
      assert.equal(await use(old, EXPIRES), 'grant-not-active');
      await store.revokeGrant(back, 2_000, (it) => it);
      assert.equal(await use(back, 1_000), 'grant-not-active');
      assert.deepEqual([(await store.loadGrant(old))?.uses, (await store.loadGrant(back))?.uses], [0, 0]);
    },
  },
  {
    name: 'grants for a call have its requester and tool, and are active, oldest first',
    async run(context) {
      const { store, workspaceId } = context;
      const second = await made(context, { createdAt: 2_000 });
      const first = await made(context);
      await made(context, { tool: 'mail.read' });
      await made(context, { requester: { principal: 'bot', onBehalfOf: 'ann' } });
      await made(context, { uses: 2 });
      await made(context, { expiresAt: 1_500 });
      const query = { workspaceId, requester: first.requester, tool: 'mail.send', at: 1_500 };
      assert.deepEqual(await store.coveringGrants(query), [first, second]);
    },
  },
  {
    name: 'revoking a grant revokes its unspent permits, and keeps its time',
    async run(context) {
      const { store, workspaceId } = context;
      const grant = await made(context);
      const uses = { grantId: grant.grantId, at: 1_000 };
      const [spent, unspent] = [byGrant(grant), byGrant(grant)];
      for (const it of [spent, unspent]) await store.insertPermit(insertion(it, { uses }));
      await store.updatePermit({ permit: next(spent, { state: 'spent', endedAt: 2_000 }), rev: 1 });
      const revoke = (at: number) =>
        store.revokeGrant(grant, at, (it) => next(it, { state: 'revoked', endedAt: at }));
      assert.deepEqual(
        (await revoke(3_000))?.map((it) => it.permitId),
        [unspent.permitId],
      );
      assert.equal((await store.loadPermit(unspent))?.state, 'revoked');
      assert.equal((await store.loadPermit(spent))?.state, 'spent');
      assert.deepEqual(await revoke(4_000), []);
      assert.equal((await store.loadGrant(grant))?.revokedAt, 3_000);
      assert.equal(await store.revokeGrant({ workspaceId, grantId: 'nobody' }, 1, (it) => it), null);
    },
  },
];
