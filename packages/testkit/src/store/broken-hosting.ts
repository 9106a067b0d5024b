/** Faults of stores in the data that hosts read. */
import type { ApprovalStore } from '@org/approval-core';
import { overriding } from '../overriding.js';
import type { BrokenStore } from './broken-store.js';

const named = (sound: ApprovalStore, change: Partial<ApprovalStore>): ApprovalStore =>
  overriding(sound, change);

export const BROKEN_HOSTING: readonly BrokenStore[] = [
  {
    fault: 'parties are forgotten when they are waited for no more',
    caughtBy: 'who was named a party is one from then on, byte for byte, and nobody else',
    breakIt: (sound) =>
      named(sound, {
        async areParties(keys) {
          const states = await sound.loadExecutions(keys);
          return keys.map(({ userId }, index) => {
            const state = states[index] ?? null;
            if (state === null) return false;
            const { initiatorId = null, contributorIds = [] } = state.parties ?? {};
            return initiatorId === userId || contributorIds.includes(userId);
          });
        },
      }),
  },
  {
    fault: 'the filter of parties comes after the page',
    caughtBy: 'the executions of a party are listed in full pages, with every other filter',
    breakIt: (sound) =>
      named(sound, {
        async listExecutions({ party, ...query }, page) {
          const found = await sound.listExecutions(query, page);
          if (found === 'bad-cursor' || party === undefined) return found;
          const are = await sound.areParties(found.items.map((it) => ({ ...it, userId: party })));
          return { ...found, items: found.items.filter((_, index) => are[index]) };
        },
      }),
  },
  {
    fault: 'an empty list of what is visible is taken for none',
    caughtBy: 'what is not visible is in no listing',
    breakIt: (sound) =>
      named(sound, {
        listExecutions: ({ visible = {}, ...query }, page) => {
          const given = Object.entries(visible).filter(
            ([, ids]: [string, readonly string[]]) => ids.length > 0,
          );
          return sound.listExecutions({ ...query, visible: Object.fromEntries(given) }, page);
        },
      }),
  },
  {
    fault: 'deliveries of every run are listed, whatever is visible',
    caughtBy: 'deliveries of runs that are not visible are in no listing',
    breakIt: (sound) =>
      named(sound, {
        listDeliveries: ({ visible: _, ...query }, page) => sound.listDeliveries(query, page),
      }),
  },
  {
    fault: 'the feed has another order each time',
    caughtBy: 'a page of the feed goes on where the one before ended, and positions do not change',
    breakIt: (sound) =>
      named(sound, {
        async readFeed(query) {
          const slice = await sound.readFeed({ ...query, after: 0, limit: 1_000 });
          const { last } = slice;
          const turned = slice.entries
            .map((it) => ({ ...it, position: last + 1 - it.position }))
            .toReversed();
          return {
            ...slice,
            entries: turned.filter((it) => it.position > query.after).slice(0, query.limit),
          };
        },
      }),
  },
  {
    fault: 'the end of the feed is a page further than what was read',
    caughtBy: 'what is committed later stands behind every position that was given out',
    breakIt: (sound) =>
      named(sound, {
        readFeed: async (query) => {
          const slice = await sound.readFeed(query);
          return { ...slice, last: slice.last + 1 };
        },
      }),
  },
  {
    fault: 'the feed leaves internal events in',
    caughtBy: 'the feed has every external event once, those of an execution in the order of seq',
    breakIt: (sound) =>
      named(sound, {
        loadEvents: async (keys) => sound.loadEvents(keys.map((it) => ({ ...it, seq: it.seq + 1 }))),
      }),
  },
  {
    fault: 'runs go before their events have left the feed',
    caughtBy: 'the feed is taken from its beginning alone, and a run stays while one of its events is in it',
    breakIt: (sound) =>
      named(sound, {
        async deleteEnded(request) {
          await sound.trimFeed({ before: request.endedBefore });
          return sound.deleteEnded(request);
        },
      }),
  },
  {
    fault: 'the last writer of a subscription wins',
    caughtBy: 'a subscription is written by whoever saw its last rev',
    breakIt: (sound) =>
      named(sound, {
        async saveSubscription(next) {
          const stored = await sound.loadSubscription(next);
          await sound.saveSubscription({ ...next, rev: (stored?.rev ?? 0) + 1 });
          return true;
        },
      }),
  },
  {
    fault: 'links are revoked in whatever workspace',
    caughtBy: 'a link is found by the hash of its token, and goes with its execution',
    breakIt: (sound) => named(sound, { revokeLink: () => Promise.resolve(true) }),
  },
  {
    fault: 'deliveries that were given up count as pending',
    caughtBy: 'health counts what is due, pending and given up, of its workspace alone',
    breakIt: (sound) =>
      named(sound, {
        async health(request) {
          const { queues, ...health } = await sound.health(request);
          const wrong = queues && { ...queues, pending: queues.pending + queues.dead };
          return { ...health, queues: wrong };
        },
      }),
  },
];
