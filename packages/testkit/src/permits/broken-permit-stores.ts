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
    fault: 'whoever loses a race is told that it won',
    caughtBy: 'a change is on condition of rev: of any that race one is written',
    breakIt: (sound) =>
      overriding(sound, {
        async updatePermit(update) {
          await sound.updatePermit(update);
          return true;
        },
      }),
  },
  {
    fault: 'a permit that is not there is changed',
    caughtBy: 'a change is on condition of rev: of any that race one is written',
    breakIt: (sound) =>
      overriding(sound, {
        updatePermit: async (update) =>
          (await sound.updatePermit(update)) || (await sound.loadPermit(update.permit)) === null,
      }),
  },
  {
    fault: 'the same asking makes another row',
    caughtBy: 'there is one row ever for a ref, an attempt and a digest as asked',
    breakIt: inserting((it) =>
      withPermit(it, { askedDigest: `${it.permit.askedDigest}${it.permit.permitId}` }),
    ),
  },
  {
    fault: 'attempts are refs of their own',
    caughtBy: 'there is at most one live row at a ref, whatever the attempt, also when inserts race',
    breakIt: inserting((it) => {
      const { ref } = it.permit;
      return withPermit(it, { ref: { ...ref, callId: `${ref.callId}#${ref.attempt}` } });
    }),
  },
  {
    fault: 'the replaced permit is written first, whatever becomes of the insert',
    caughtBy: 'replacing is one write with the insert: both or neither',
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
    fault: 'the pending ones are counted before they are written',
    caughtBy: 'of a principal so many are pending, however many ask at once',
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
    fault: 'a grant that is written again is another one',
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
    caughtBy: 'uses never exceed maxUses, however many race',
    breakIt: inserting((it) => ({ ...it, uses: null })),
  },
  {
    fault: 'retention takes what is spent without an outcome',
    caughtBy: 'retention takes what ended before, and never what is spent without an outcome',
    breakIt: inserting((it) => (it.permit.state === 'spent' ? withPermit(it, { state: 'denied' }) : it)),
  },
  {
    fault: 'refusals are lost with the next change',
    caughtBy: 'refusals are counted beside rev, and survive a change',
    breakIt: (sound) =>
      overriding(sound, {
        async loadPermit(key) {
          const permit = await sound.loadPermit(key);
          return permit !== null && permit.rev > 1 ? { ...permit, refusals: 0 } : permit;
        },
      }),
  },
  {
    fault: 'requesters are compared without case',
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
    fault: 'what is to be closed is forgotten',
    caughtBy: 'what is due comes first that is to be closed, then in the order of its time',
    breakIt: inserting((it) => withPermit(it, { closing: false })),
  },
  {
    fault: 'amended digests are not looked for',
    caughtBy: 'a permit is found by the digest as asked, else as amended',
    breakIt: (sound) =>
      overriding(sound, {
        async findAsked(query) {
          const found = await sound.findAsked(query);
          return found?.askedDigest === query.digest ? found : null;
        },
      }),
  },
  {
    fault: 'a grant that is taken back leaves its permits',
    caughtBy: 'taking a grant back takes its unspent permits along, and its time stays',
    breakIt: (sound) =>
      overriding(sound, { revokeGrant: (key, at) => sound.revokeGrant(key, at, (permit) => permit) }),
  },
];
