/** Faults of stores in schedules and events. */
import type { ApprovalStore } from '@org/approval-core';
import type { EventStore, ScheduleStore } from '@org/approval-core/store';
import { overriding } from '../overriding.js';
import type { BrokenStore } from './broken-store.js';

const schedulesOf = (sound: ApprovalStore, change: (schedules: ScheduleStore) => Partial<ScheduleStore>) =>
  sound.schedules === undefined
    ? sound
    : overriding(sound, { schedules: { ...sound.schedules, ...change(sound.schedules) } });

const eventsOf = (sound: ApprovalStore, change: (events: EventStore) => Partial<EventStore>) =>
  sound.events === undefined
    ? sound
    : overriding(sound, { events: { ...sound.events, ...change(sound.events) } });

export const BROKEN_TRIGGERS: readonly BrokenStore[] = [
  {
    fault: 'an update forgets the next instant of a schedule that it leaves alone',
    caughtBy: 'a new version keeps, moves and deletes schedules with their jobs',
    breakIt: (sound) =>
      overriding(sound, {
        addDefinitionVersion: (next, plan = { triggers: [] }) =>
          sound.addDefinitionVersion(next, {
            triggers: plan.triggers.map((it) => ({ ...it, keepsNext: false })),
          }),
      }),
  },
  {
    fault: 'an update leaves schedules behind that it removes',
    caughtBy: 'a new version keeps, moves and deletes schedules with their jobs',
    breakIt: (sound) =>
      overriding(sound, {
        async addDefinitionVersion(next, plan = { triggers: [] }) {
          const stored = (await sound.schedules?.listTriggers(next)) ?? [];
          const gone = stored.filter(
            (it) => !plan.triggers.some(({ triggerId }) => triggerId === it.triggerId),
          );
          const triggers = gone.map((it) => ({ ...it, types: [], keepsNext: true }));
          return sound.addDefinitionVersion(next, { triggers: [...plan.triggers, ...triggers] });
        },
      }),
  },
  ...(['schedules', 'listeners'] as const).map((kind) => ({
    fault: `a bound on ${kind} is not kept`,
    caughtBy: `writers that race never exceed a bound on ${kind} together`,
    breakIt: (sound: ApprovalStore) =>
      overriding(sound, {
        createDefinition: (first, { bounds = [], ...plan } = { triggers: [] }) =>
          sound.createDefinition(first, { ...plan, bounds: bounds.filter((it) => it.kind !== kind) }),
      }),
  })),
  {
    fault: 'a worker without a claim moves a job',
    caughtBy: 'a moved job is due at its new time, and the outcome is recorded with it',
    breakIt: (sound) =>
      schedulesOf(sound, (schedules) => ({
        async moveJobs(moves) {
          await schedules.moveJobs(moves);
          return moves.map(() => true);
        },
      })),
  },
  {
    fault: 'an event is emitted again',
    caughtBy: 'an event is emitted once, with a job for each match',
    breakIt: (sound) =>
      eventsOf(sound, (events) => ({
        async emit(emitted) {
          await events.emit(emitted);
          return null;
        },
      })),
  },
  {
    fault: 'matches of an event are lost',
    caughtBy: 'an event is emitted once, with a job for each match',
    breakIt: (sound) =>
      eventsOf(sound, (events) => ({ emit: (emitted) => events.emit({ ...emitted, matches: [] }) })),
  },
  {
    fault: 'types are compared without regard to case',
    caughtBy: 'listeners are found by type, in active definitions of their workspace',
    breakIt: (sound) =>
      overriding(sound, {
        createDefinition: (first, plan = { triggers: [] }) =>
          sound.createDefinition(first, {
            triggers: plan.triggers.map((it) => ({
              ...it,
              types: [...new Set(it.types.map((type) => type.toLowerCase()))],
            })),
          }),
        addDefinitionVersion: () => Promise.resolve('added' as const),
      }),
  },
];
