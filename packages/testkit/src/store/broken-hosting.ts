/** Faults of stores in the data that hosts read. */
import type { ApprovalStore } from '@org/approval-core';
import { overriding } from '../overriding.js';
import type { BrokenStore } from './broken-store.js';

const named = (sound: ApprovalStore, change: Partial<ApprovalStore>): ApprovalStore =>
  overriding(sound, change);

export const BROKEN_HOSTING: readonly BrokenStore[] = [
  {
    fault: 'parties are removed when no step waits for them',
    caughtBy: 'a named user stays a party, compared byte for byte, and no other user is one',
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
    fault: 'parties are filtered after paging',
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
    fault: 'an empty visibility list is ignored',
    caughtBy: 'invisible executions are in no listing',
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
    fault: 'deliveries of invisible executions are listed',
    caughtBy: 'deliveries of invisible executions are in no listing',
    breakIt: (sound) =>
      named(sound, {
        listDeliveries: ({ visible: _, ...query }, page) => sound.listDeliveries(query, page),
      }),
  },
  {
    fault: 'the feed changes its order',
    caughtBy: 'a page of the feed continues the previous one, and positions do not change',
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
    fault: 'the end of the feed is one page too far',
    caughtBy: 'later commits follow every assigned position',
    breakIt: (sound) =>
      named(sound, {
        readFeed: async (query) => {
          const slice = await sound.readFeed(query);
          return { ...slice, last: slice.last + 1 };
        },
      }),
  },
  {
    fault: 'the feed includes internal events',
    caughtBy: 'the feed has every external event once, in the order of seq per execution',
    breakIt: (sound) =>
      named(sound, {
        loadEvents: async (keys) => sound.loadEvents(keys.map((it) => ({ ...it, seq: it.seq + 1 }))),
      }),
  },
  {
    fault: 'executions are deleted before their events leave the feed',
    caughtBy: 'retention trims the feed from its start, and keeps executions with events in it',
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
    caughtBy: 'a subscription is written only with its latest rev',
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
    fault: 'links are revoked in other workspaces',
    caughtBy: 'a link is found by the hash of its token, and is deleted with its execution',
    breakIt: (sound) => named(sound, { revokeLink: () => Promise.resolve(true) }),
  },
  {
    fault: 'dead deliveries count as pending',
    caughtBy: 'health counts due, pending and dead items, of its workspace only',
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
