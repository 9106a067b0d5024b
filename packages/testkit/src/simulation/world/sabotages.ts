/**
 * Bugs planted in stores and engine options: a simulation that finds none of them proves nothing.
 */
import type { ApprovalStore, EngineOptions } from '@org/approval-core';
import type { Change, Claim, CommitResult, EventStore, JobKey } from '@org/approval-core/store';
import { overriding } from '../../overriding.js';
import { sequentialIds } from '../../sequential-ids.js';
import type { Sabotage, WorldTime } from './history.js';

/** A bug, and how it is planted. */
export interface PlantedBug extends Sabotage {
  /** The bug, in a sentence. */
  readonly bug: string;
  /** Code of the violation that shows it; any by default. */
  readonly seen?: string;
}

const distorted =
  (distort: (change: Change, world: WorldTime) => Change) =>
  (store: ApprovalStore, world: WorldTime): ApprovalStore =>
    overriding(store, { commit: (changes) => store.commit(changes.map((it) => distort(it, world))) });

/** Every planted bug, as a table. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    bug: 'commits are not compared with the stored seq',
    store: (store) =>
      overriding(store, {
        async commit(changes) {
          const stored = await store.loadExecutions(changes.map((it) => it.state));
          return store.commit(
            changes.map((it, index) => ({ ...it, expectedSeq: stored[index]?.seq ?? it.expectedSeq })),
          );
        },
      }),
  },
  {
    bug: 'the result comes before the commit',
    store: (store, world) =>
      overriding(store, {
        commit(changes) {
          world.after(40, () => void store.commit(changes));
          return Promise.resolve(changes.map((): CommitResult => ({ kind: 'committed' })));
        },
      }),
  },
  { bug: 'a lease is identified by its job, not by a token', store: claimedByName },
  {
    bug: 'now and then a job is lost',
    store: distorted((change, { random }) => (random() < 0.1 ? { ...change, newJobs: [] } : change)),
  },
  { bug: 'a retry writes twice', store: retriedBlindly },
  {
    bug: 'an error of a commit counts as success',
    engine: (options) => ({ ...options, store: optimistic(options.store) }),
  },
  {
    bug: 'two processes make the same ids',
    engine: (options) => ({ ...options, ids: sequentialIds() }),
  },
  {
    bug: 'idempotency keys are forgotten',
    store: distorted((change) => ({ ...change, state: { ...change.state, idempotencyKey: null } })),
  },
  {
    bug: 'a claimed job is returned again',
    store: (store) =>
      overriding(store, {
        async claimJobs(request) {
          const result = await store.claimJobs(request);
          await store.releaseJobs(result.claimed);
          return result;
        },
      }),
  },
  {
    bug: 'a job is returned before it is due',
    store: (store) =>
      overriding(store, {
        claimJobs: (request) => store.claimJobs({ ...request, now: request.now + 7_200_000 }),
      }),
  },
  {
    bug: 'an ended step keeps its jobs',
    store: distorted((change) => ({ ...change, endedStepIds: [] })),
  },
  {
    bug: 'now and then an event is not pushed',
    store: distorted((change, { random }) => (random() < 0.1 ? { ...change, push: null } : change)),
  },
  {
    bug: 'an event is left out',
    store: distorted((change) => ({ ...change, events: change.events.filter((it) => it.seq % 7 !== 0) })),
  },
  {
    bug: 'the run of an ended step is left open',
    seen: 'child-left-open',
    store: distorted(({ newJobs, jobsOfOthers = [], ...change }) => ({
      ...change,
      newJobs: newJobs.filter((it) => it.kind !== 'stop-run'),
      jobsOfOthers: jobsOfOthers.filter((it) => it.kind !== 'stop-run'),
    })),
  },
  {
    bug: 'the end of a run is not told to its step',
    seen: 'stuck',
    store: distorted(({ jobsOfOthers = [], ...change }) => ({
      ...change,
      jobsOfOthers: jobsOfOthers.filter((it) => it.kind !== 'run-ended'),
    })),
  },
  { bug: 'an instant is fired twice', seen: 'fired-twice', store: firedAgain },
  {
    bug: 'an emitted event is lost, although the host commits',
    seen: 'acknowledged-and-lost',
    store: (store) => emittedIn(store, ({ events }) => ({ ...events, emit: () => Promise.resolve(null) })),
  },
  {
    bug: 'an emitted event stays, although the host rolls back',
    seen: 'rolled-back-and-done',
    store: (store) => emittedIn(store, () => store.events),
  },
];

/** Gives transactions of the host another storage of events. */
function emittedIn(
  store: ApprovalStore,
  events: (within: { readonly events: EventStore }) => EventStore | undefined,
): ApprovalStore {
  const inTransaction: ApprovalStore['inTransaction'] = (transaction) => {
    const within = store.inTransaction?.(transaction) ?? store;
    const other = within.events && events({ events: within.events });
    return other === undefined ? within : overriding(within, { events: other });
  };
  return overriding(store, { inTransaction });
}

/**
 * Forgets the keys of instants, and now and then leaves a schedule at the instant that it fired.
 */
function firedAgain(store: ApprovalStore, { random }: WorldTime): ApprovalStore {
  const { schedules } = store;
  if (schedules === undefined) return store;
  return overriding(
    distorted(({ state, ...change }) => {
      const isOfSchedule = state.idempotencyKey?.startsWith('sched:') === true;
      return { ...change, state: isOfSchedule ? { ...state, idempotencyKey: null } : state };
    })(store, { random, after: () => undefined }),
    {
      schedules: overriding(schedules, {
        moveJobs: async (moves) => (random() < 0.5 ? moves.map(() => false) : schedules.moveJobs(moves)),
      }),
    },
  );
}

const nameOf = ({ executionId, stepId, kind }: JobKey): string => `${executionId} ${stepId} ${kind}`;

/** A former holder of a job may continue with it, even if another worker holds it now. */
function claimedByName(store: ApprovalStore): ApprovalStore {
  const tokens = new Map<string, string>();
  const current = <C extends Claim>(claim: C): C => ({
    ...claim,
    token: tokens.get(nameOf(claim.job)) ?? claim.token,
  });
  return overriding(store, {
    async claimJobs(request) {
      const result = await store.claimJobs(request);
      for (const { job, token } of result.claimed) tokens.set(nameOf(job), token);
      return result;
    },
    extendJobs: (claims, lease) => store.extendJobs(claims.map(current), lease),
    finishJobs: (claims) => store.finishJobs(claims.map(current)),
    releaseJobs: (claims) => store.releaseJobs(claims.map(current)),
    loadDeliveries: (claims) => store.loadDeliveries(claims.map(current)),
    recordDeliveryResults: (results) =>
      store.recordDeliveryResults(results.map((it) => ({ ...it, claim: current(it.claim) }))),
    commit: (changes) => store.commit(changes.map((it) => ({ ...it, claims: it.claims.map(current) }))),
  });
}

/** Repeats a write with an unknown outcome, on top of the current state. */
function retriedBlindly(store: ApprovalStore, { random }: WorldTime): ApprovalStore {
  return overriding(store, {
    async commit(changes) {
      const results = await store.commit(changes);
      for (const change of changes) {
        if (random() > 0.1) continue;
        const by = change.events.length;
        const events = change.events.map((it) => ({ ...it, seq: it.seq + by }));
        const state = { ...change.state, seq: change.state.seq + by };
        await store.commit([{ ...change, expectedSeq: change.expectedSeq + by, events, state, claims: [] }]);
      }
      return results;
    },
  });
}

const optimistic = (store: EngineOptions['store']): EngineOptions['store'] =>
  overriding(store, {
    commit: (changes) =>
      store.commit(changes).catch(() => changes.map((): CommitResult => ({ kind: 'committed' }))),
  });
