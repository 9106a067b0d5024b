/**
 * Permit stores with one fault each: the suite must detect all of them. You can run your own suite
 * on them too.
 */
import type { PermitInsert, PermitStore, StoredGrant, StoredPermit } from '@org/approval-agents';
import { overriding } from '../overriding.js';

/** A fault, and a function that adds it to a correct store. */
export interface BrokenPermitStore {
  /** The fault, in a sentence. */
  readonly fault: string;
  /** A case that must fail on it. */
  readonly caughtBy: string;
  /** Adds the fault to the store. */
  readonly breakIt: (sound: PermitStore) => PermitStore;
}

const inserting =
  (distort: (insert: PermitInsert) => PermitInsert) =>
  (sound: PermitStore): PermitStore =>
    overriding(sound, { insertPermit: (insert) => sound.insertPermit(distort(insert)) });

const withPermit = (insert: PermitInsert, change: Partial<StoredPermit>): PermitInsert => ({
  ...insert,
  permit: { ...insert.permit, ...change },
});

/** Every fault, as a table. */
export const BROKEN_PERMIT_STORES: readonly BrokenPermitStore[] = [
  {
    fault: 'the loser of a race is reported as its winner',
    caughtBy: 'a change is conditional on rev: one of several concurrent changes is written',
    breakIt: (sound) =>
      overriding(sound, {
        async updatePermit(update) {
          await sound.updatePermit(update);
          return true;
        },
      }),
  },
  {
    fault: 'a missing permit can be changed',
    caughtBy: 'a change is conditional on rev: one of several concurrent changes is written',
    breakIt: (sound) =>
      overriding(sound, {
        updatePermit: async (update) =>
          (await sound.updatePermit(update)) || (await sound.loadPermit(update.permit)) === null,
      }),
  },
  {
    fault: 'the same request creates another row',
    caughtBy: 'a ref, an attempt and a requested digest have one row ever',
    breakIt: inserting((it) =>
      withPermit(it, { askedDigest: `${it.permit.askedDigest}${it.permit.permitId}` }),
    ),
  },
  {
    fault: 'attempts are separate refs',
    caughtBy: 'a ref has at most one live row across attempts, also when inserts race',
    breakIt: inserting((it) => {
      const { ref } = it.permit;
      return withPermit(it, { ref: { ...ref, callId: `${ref.callId}#${ref.attempt}` } });
    }),
  },
  {
    fault: 'the replaced permit is written first, even if the insert fails',
    caughtBy: 'a replacement and its insert are one write: both or neither',
    breakIt: (sound) =>
      overriding(sound, {
        async insertPermit(insert) {
          if (insert.replaces === null) return sound.insertPermit(insert);
          if (!(await sound.updatePermit(insert.replaces))) return 'conflict';
          return sound.insertPermit({ ...insert, replaces: null });
        },
      }),
  },
  {
    fault: 'pending permits are counted before the write',
    caughtBy: 'a principal has a limited number of pending permits, also under concurrency',
    breakIt: (sound) =>
      overriding(sound, {
        async insertPermit(insert) {
          const { workspaceId, requester } = insert.permit;
          const pending = await sound.pendingOf({ workspaceId, principal: requester.principal });
          await Promise.resolve();
          if (insert.maxPending !== null && pending.length >= insert.maxPending) return 'too-many-pending';
          return sound.insertPermit({ ...insert, maxPending: null });
        },
      }),
  },
  {
    fault: 'a use is counted before its permit is written',
    caughtBy: 'a use and its permit are one write: a conflict uses nothing',
    breakIt: (sound) =>
      overriding(sound, {
        async insertPermit(insert) {
          const result = await sound.insertPermit(insert);
          if (result !== 'conflict' || insert.uses === null) return result;
          const { permit } = insert;
          const ref = { ...permit.ref, callId: permit.permitId };
          await sound.insertPermit({ ...insert, permit: { ...permit, ref } });
          return result;
        },
      }),
  },
  {
    fault: 'a grant that is written again is duplicated',
    caughtBy: 'a grant that is written again stays as it is',
    breakIt: (sound) => {
      const again = new Map<string, StoredGrant>();
      return overriding(sound, {
        async insertGrant(grant) {
          if ((await sound.loadGrant(grant)) !== null) again.set(grant.grantId, grant);
          await sound.insertGrant(grant);
        },
        loadGrant: async (key) => again.get(key.grantId) ?? sound.loadGrant(key),
      });
    },
  },
  {
    fault: 'uses are not counted',
    caughtBy: 'uses never exceed maxUses, also under concurrency',
    breakIt: inserting((it) => ({ ...it, uses: null })),
  },
  {
    fault: 'retention deletes spent permits without an outcome',
    caughtBy: 'retention deletes ended permits, and never spent ones without an outcome',
    breakIt: inserting((it) => (it.permit.state === 'spent' ? withPermit(it, { state: 'denied' }) : it)),
  },
  {
    fault: 'refusals are lost with the next change',
    caughtBy: 'refusals are counted separately from rev, and survive a change',
    breakIt: (sound) =>
      overriding(sound, {
        async loadPermit(key) {
          const permit = await sound.loadPermit(key);
          return permit !== null && permit.rev > 1 ? { ...permit, refusals: 0 } : permit;
        },
      }),
  },
  {
    fault: 'requesters are compared case-insensitively',
    caughtBy: 'refs and requesters are compared byte for byte',
    breakIt: inserting(({ permit, ...rest }) => ({
      ...rest,
      permit: {
        ...permit,
        requester: { ...permit.requester, principal: permit.requester.principal.toLowerCase() },
      },
    })),
  },
  {
    fault: 'permits that must be closed are left out',
    caughtBy: 'due permits that must be closed come first, then the others by time',
    breakIt: inserting((it) => withPermit(it, { closing: false })),
  },
  {
    fault: 'amended digests are not searched',
    caughtBy: 'a permit is found by its requested digest, else by its amended one',
    breakIt: (sound) =>
      overriding(sound, {
        async findAsked(query) {
          const found = await sound.findAsked(query);
          return found?.askedDigest === query.digest ? found : null;
        },
      }),
  },
  {
    fault: 'a revoked grant keeps its permits',
    caughtBy: 'revoking a grant revokes its unspent permits, and keeps its time',
    breakIt: (sound) =>
      overriding(sound, { revokeGrant: (key, at) => sound.revokeGrant(key, at, (permit) => permit) }),
  },
];
