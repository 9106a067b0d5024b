/** Gives a bridge the events of each run, none left out: by a cursor that the host keeps. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { guarded, saidOnConsole } from '@org/approval-internal/guarded';
import {
  type Checks,
  callable,
  checkOptions,
  durationMs,
  must,
  optional,
  withMethods,
} from '@org/approval-internal/options';
import { type Clock, sleep, systemClock } from '../clock.js';
import type { ApprovalEvent } from './bridge.js';

/** Cursors: position of each run in its events. Keep them where they outlive the process. */
export interface BridgeCursors {
  /** The seq of the last event that was worked off; 0: none. */
  readonly load: (executionId: string) => Promise<number>;
  /** Keeps the seq of the last event that was worked off. */
  readonly save: (executionId: string, seq: number) => Promise<void>;
}

/** An event with its place in the run. */
export interface NumberedEvent extends ApprovalEvent {
  /** Place of the event in its run: above 0, and higher than those before it. */
  readonly seq: number;
}

/** Options of a bridge runner. */
export interface BridgeRunnerOptions {
  /** Function that `createApprovalBridge` returned. */
  readonly onEvent: (event: ApprovalEvent) => Promise<unknown>;
  /**
   * Returns the events of a run after `sinceSeq`, lowest seq first; a part of them is enough.
   * Empty: there are no more.
   */
  readonly read: (executionId: string, sinceSeq: number) => Promise<readonly NumberedEvent[]>;
  /** Position of each run in its events; the host keeps it. */
  readonly cursors: BridgeCursors;
  /** Receives each failure; the same event is then given again. */
  readonly onError: (error: unknown, executionId: string) => void;
  /**
   * Delays in ms before the next try, one for each failure in a row, the last for all further ones;
   * 1, 2, 4 … 60 s by default.
   */
  readonly retryDelays?: readonly Duration[];
  /** Clock of the waits between tries; the system's by default. */
  readonly clock?: Clock;
}

/**
 * Runner that `createBridgeRunner` returns: it is woken for runs, and gives their events to the
 * bridge.
 */
export interface BridgeRunner {
  /**
   * Handles the events of the run after its cursor. Call it after an event, and for every open run
   * when a process starts.
   */
  readonly wake: (executionId: string) => void;
  /** Resolves when nothing is under way; a run that keeps failing is under way. */
  readonly idle: () => Promise<void>;
  /** Stops the runner: no further event is begun. */
  readonly stop: () => Promise<void>;
}

const OPTIONS: Checks<BridgeRunnerOptions> = {
  onEvent: callable,
  read: callable,
  cursors: withMethods('load', 'save'),
  onError: callable,
  // A run that fails is tried again for ever, so there has to be a pause.
  retryDelays: optional(
    must(
      'a list of one or more numbers of ms above 0, or durations',
      (it) => Array.isArray(it) && it.length > 0 && it.every((one) => durationMs(one, '').length === 0),
    ),
  ),
  clock: optional(withMethods('now', 'wakeAt')),
};

const DEFAULT_DELAYS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/**
 * Creates a runner that gives one event of a run after the other, in order. The cursor moves when
 * the bridge is done with an event. After a crash, or while a side is down, that event is given
 * again, and no later one overtakes it.
 * @throws TypeError when an option makes no sense.
 */
export function createBridgeRunner(options: BridgeRunnerOptions): BridgeRunner {
  checkOptions('createBridgeRunner', options, OPTIONS);
  const { onEvent, read, cursors, retryDelays = DEFAULT_DELAYS, clock = systemClock } = options;
  const onError = guarded(options.onError, saidOnConsole);
  const running = new Map<string, Promise<void>>();
  /** Runs that were woken while they were read: new events may not have been read. */
  const again = new Set<string>();
  let isStopped = false;
  let release = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    release = resolve;
  });

  /** Handles all events that are there. */
  async function drain(executionId: string, onDone: () => void): Promise<void> {
    for (;;) {
      again.delete(executionId);
      // A run that has none is undefined, as a Map gives it, and null, as a row does.
      const since = ((await cursors.load(executionId)) as number | null | undefined) ?? 0;
      const events = newOf(await read(executionId, since), since);
      for (const event of events) {
        if (isStopped) return;
        await onEvent(event);
        await cursors.save(executionId, event.seq);
        onDone();
      }
      if (isStopped || (events.length === 0 && !again.has(executionId))) return;
    }
  }

  async function work(executionId: string): Promise<void> {
    for (let failures = 0; !isStopped; failures += 1) {
      try {
        await drain(executionId, () => (failures = 0));
        return;
      } catch (error) {
        onError(error, executionId);
        const delay = retryDelays[Math.min(failures, retryDelays.length - 1)] ?? 0;
        await Promise.race([sleep(clock, msOf(delay)), stopped]);
      }
    }
  }

  function start(executionId: string): void {
    const done = work(executionId).finally(() => {
      running.delete(executionId);
      // `wake` was called after the last read, and started nothing because the run was still going.
      if (!isStopped && again.has(executionId)) start(executionId);
    });
    running.set(executionId, done);
  }

  return {
    wake: (executionId) => {
      again.add(executionId);
      if (!isStopped && !running.has(executionId)) start(executionId);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
    stop: async () => {
      isStopped = true;
      release();
      await Promise.all(running.values());
    },
  };
}

/**
 * Returns the events after `since`, lowest seq first. Handled events are not new when they are read
 * again, and an end does not come before its beginning.
 */
const newOf = (events: readonly NumberedEvent[], since: number): NumberedEvent[] =>
  events.filter(({ seq }) => seq > since).toSorted((a, b) => a.seq - b.seq);
