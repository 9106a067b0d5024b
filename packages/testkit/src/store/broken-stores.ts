/**
 * Stores with one fault each, made from a correct one. The suite must detect all of them: a case
 * that passes on its fault proves nothing. You can run your own suite on them too.
 */
import type { ApprovalStore } from '@org/approval-core';
import type { Change, CommitResult, JobKey, LiveClaim, Page } from '@org/approval-core/store';
import { overriding } from '../overriding.js';
import { BROKEN_HOSTING } from './broken-hosting.js';
import { BROKEN_PEOPLE } from './broken-people.js';
import { BROKEN_TRIGGERS } from './broken-triggers.js';
import type { BrokenStore } from './broken-store.js';

export type { BrokenStore } from './broken-store.js';

/** Commits each change after `distort`. */
const distorted =
  (distort: (change: Change) => Change) =>
  (sound: ApprovalStore): ApprovalStore =>
    overriding(sound, { commit: (changes) => sound.commit(changes.map(distort)) });

/** Every fault, as a table: the conformance suite detects each of them. */
export const BROKEN_STORES: readonly BrokenStore[] = [
  {
    fault: 'the last writer wins',
    caughtBy: 'a change on an older seq conflicts, and leaves nothing behind',
    breakIt: (sound) =>
      overriding(sound, {
        async commit(changes) {
          const stored = await sound.loadExecutions(changes.map((it) => it.state));
          return sound.commit(
            changes.map((it, index) => ({ ...it, expectedSeq: stored[index]?.seq ?? it.expectedSeq })),
          );
        },
      }),
  },
  {
    fault: 'a conflict fails the whole batch',
    caughtBy: 'a conflict in a batch fails no other change',
    breakIt: (sound) =>
      overriding(sound, {
        async commit(changes) {
          const stored = await sound.loadExecutions(changes.map((it) => it.state));
          const all = changes.every((it, index) => (stored[index]?.seq ?? 0) === it.expectedSeq);
          return all ? sound.commit(changes) : changes.map((): CommitResult => ({ kind: 'conflict' }));
        },
      }),
  },
  {
    fault: 'the head that a definition was chosen by is not compared',
    caughtBy: 'an execution is created only if its definition would still be chosen',
    breakIt: distorted(({ knownHeads: _, ...change }) => change),
  },
  {
    fault: 'idempotency keys are forgotten',
    caughtBy: 'an idempotency key creates one execution of its workspace, also when the calls race',
    breakIt: distorted((change) => ({ ...change, state: { ...change.state, idempotencyKey: null } })),
  },
  {
    fault: 'idempotency keys are compared case-insensitively',
    caughtBy: 'ids are compared byte for byte',
    breakIt: distorted((change) => ({
      ...change,
      state: { ...change.state, idempotencyKey: change.state.idempotencyKey?.toLowerCase() ?? null },
    })),
  },
  {
    fault: 'organizations are compared case-insensitively',
    caughtBy: 'keys are compared byte for byte',
    breakIt: (sound) =>
      overriding(sound, {
        createDefinition: (it) =>
          sound.createDefinition({ ...it, organizationId: it.organizationId?.toLowerCase() ?? null }),
      }),
  },
  {
    fault: 'the result comes before the write',
    caughtBy: 'a committed change is stored unchanged: state and events',
    breakIt: (sound) =>
      overriding(sound, {
        commit(changes) {
          setTimeout(() => void sound.commit(changes), 5);
          return Promise.resolve(changes.map((): CommitResult => ({ kind: 'committed' })));
        },
      }),
  },
  {
    fault: 'events are lost',
    caughtBy: 'a committed change is stored unchanged: state and events',
    breakIt: distorted((change) => ({ ...change, events: change.events.slice(1) })),
  },
  {
    fault: 'internal events are returned',
    caughtBy: 'events are read from a seq on, up to a limit, optionally without internal ones',
    breakIt: (sound) =>
      overriding(sound, { readEvents: (query) => sound.readEvents({ ...query, externalOnly: false }) }),
  },
  {
    fault: 'the limit counts internal events',
    caughtBy: 'events are read from a seq on, up to a limit, optionally without internal ones',
    breakIt: (sound) =>
      overriding(sound, {
        async readEvents(query) {
          const page = await sound.readEvents({ ...query, externalOnly: false });
          const external = await sound.readEvents({ ...query, limit: 1_000 });
          return query.externalOnly
            ? page.filter((it) => external.some((other) => other.seq === it.seq))
            : page;
        },
      }),
  },
  {
    fault: 'a key is lost in JSON',
    caughtBy: 'JSON is returned unchanged, including the order of its keys',
    breakIt: distorted((change) => {
      const { '': _, ...triggerContext } = change.state.triggerContext;
      return { ...change, state: { ...change.state, triggerContext } };
    }),
  },
  {
    fault: 'jobs are returned before they are due',
    caughtBy: 'a job is returned once it is due, and not before',
    breakIt: (sound) =>
      overriding(sound, {
        claimJobs: (request) => sound.claimJobs({ ...request, now: request.now + 7_200_000 }),
      }),
  },
  {
    fault: 'a claimed job is returned again',
    caughtBy: 'concurrent workers get different jobs',
    breakIt: (sound) =>
      overriding(sound, {
        async claimJobs(request) {
          const result = await sound.claimJobs(request);
          await sound.releaseJobs(result.claimed);
          return result;
        },
      }),
  },
  {
    fault: 'kinds are ignored',
    caughtBy: 'jobs are claimed by kind',
    breakIt: (sound) =>
      overriding(sound, {
        claimJobs: (request) =>
          sound.claimJobs({ ...request, kinds: ['agent-call', 'step-deadline', 'agent-timeout'] }),
      }),
  },
  {
    fault: 'commits ignore claims',
    caughtBy: 'a claimed job is returned after its lease with a new token; the old one is invalid',
    breakIt: distorted((change) => ({ ...change, claims: [] })),
  },
  {
    fault: 'an ended step keeps its jobs',
    caughtBy: 'jobs of an ended step are deleted, even claimed ones',
    breakIt: distorted((change) => ({ ...change, endedStepIds: [] })),
  },
  {
    fault: 'claimed jobs are left out of the list',
    caughtBy: 'the jobs of executions are listed, claimed or not, each under its own execution',
    breakIt: (sound) => {
      const taken = new Set<string>();
      const nameOf = ({ executionId, stepId, kind }: JobKey) => `${executionId} ${stepId} ${kind}`;
      return overriding(sound, {
        async claimJobs(request) {
          const result = await sound.claimJobs(request);
          for (const { job } of result.claimed) taken.add(nameOf(job));
          return result;
        },
        listJobs: async (executions) =>
          ((await sound.listJobs?.(executions)) ?? []).map((jobs) =>
            jobs.filter((it) => !taken.has(nameOf(it))),
          ),
      });
    },
  },
  {
    fault: 'claims with an expired lease are listed',
    caughtBy: 'jobs under a live lease are listed with their holders',
    breakIt: (sound) => {
      const seen = new Map<string, LiveClaim>();
      return overriding(sound, {
        async listClaims(request) {
          const answer = await sound.listClaims?.(request);
          for (const it of answer?.claims ?? []) seen.set(it.executionId, it);
          const claims = [...seen.values()].filter((it) => it.workspaceId === request.workspaceId);
          return { now: request.now, claims };
        },
      });
    },
  },
  {
    fault: 'concurrency keys are ignored',
    caughtBy: 'a used-up concurrency key does not block others',
    breakIt: (sound) =>
      overriding(sound, { claimJobs: ({ perKey: _, ...request }) => sound.claimJobs(request) }),
  },
  {
    fault: 'the origins of calls are forgotten',
    caughtBy: 'calls of one origin share a limit, and those of others go on',
    breakIt: distorted((change) => ({
      ...change,
      newJobs: change.newJobs.map(({ concurrencyKey: _, ...job }) => job),
    })),
  },
  {
    fault: 'claimed calls are not listed',
    caughtBy: 'calls under a live lease are listed, and health has the longest due of the others',
    breakIt: (sound) =>
      overriding(sound, {
        async listClaims(request) {
          const { now, claims } = (await sound.listClaims?.(request)) ?? { now: request.now, claims: [] };
          return { now, claims: claims.filter((it) => it.kind !== 'call') };
        },
      }),
  },
  {
    fault: 'deliveries are lost',
    caughtBy: 'a pushed event is delivered with all data of an attempt',
    breakIt: distorted((change) => ({ ...change, push: null })),
  },
  {
    fault: 'results are accepted without a valid claim',
    caughtBy: 'a lost claim records nothing',
    breakIt: (sound) =>
      overriding(sound, {
        async recordDeliveryResults(results) {
          await sound.recordDeliveryResults(results);
          return results.map(() => true);
        },
      }),
  },
  {
    fault: 'idempotency keys are deleted with their executions',
    caughtBy: 'an idempotency key outlives its execution for the requested time',
    breakIt: (sound) =>
      overriding(sound, {
        deleteEnded: (request) => sound.deleteEnded({ ...request, keysBefore: request.endedBefore }),
      }),
  },
  {
    fault: 'leases are not extended',
    caughtBy: 'an extended lease keeps the job',
    breakIt: (sound) =>
      overriding(sound, { extendJobs: (claims) => Promise.resolve(claims.map(() => true)) }),
  },
  {
    fault: 'definitions with executions can be deleted',
    caughtBy: 'a definition with an open execution is in use',
    breakIt: (sound) => overriding(sound, { deleteDefinition: () => Promise.resolve('deleted') }),
  },
  {
    fault: 'workspaces share their data',
    caughtBy: 'another workspace sees none of it',
    breakIt: (sound) => {
      let first: string | null = null;
      return overriding(sound, {
        commit: (changes) => {
          first ??= changes[0]?.state.workspaceId ?? null;
          return sound.commit(changes);
        },
        listExecutions: (query, page) => sound.listExecutions({ ...query, workspaceId: first ?? '' }, page),
      });
    },
  },
  {
    fault: 'a page repeats the last item of the previous one',
    caughtBy: 'executions are listed newest first, page by page, each once',
    breakIt: (sound) =>
      overriding(sound, {
        async listExecutions(query, page) {
          const result = await sound.listExecutions(query, page);
          if (result === 'bad-cursor' || page.cursor === null) return result;
          return repeating(result);
        },
      }),
  },
  {
    fault: 'any cursor is accepted',
    caughtBy: 'a cursor of another source is a bad cursor',
    breakIt: (sound) =>
      overriding(sound, {
        listWaiting: (query, page) => sound.listWaiting(query, { ...page, cursor: null }),
      }),
  },
  {
    fault: 'any cursor is accepted for definitions',
    caughtBy: 'a cursor of another source is a bad cursor',
    breakIt: (sound) =>
      overriding(sound, {
        listDefinitions: (scope, page) => sound.listDefinitions(scope, { ...page, cursor: null }),
      }),
  },
  {
    fault: 'steps stay in the inbox after a decision',
    caughtBy: 'waiting steps are filtered by undecided reviewer, definition and scope',
    breakIt: (sound) =>
      overriding(sound, {
        listWaiting: ({ reviewerId: _, ...query }, page) => sound.listWaiting(query, page),
      }),
  },
  ...BROKEN_HOSTING,
  ...BROKEN_PEOPLE,
  ...BROKEN_TRIGGERS,
];

function repeating<T>(page: Exclude<Page<T>, 'bad-cursor'>): Page<T> {
  return { ...page, items: [...page.items.slice(0, 1), ...page.items] };
}
