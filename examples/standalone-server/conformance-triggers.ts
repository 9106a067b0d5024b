/** The clock of a file, and the calls of schedules and host events, for the conformance tests. */
import { systemClock } from '@org/approval-core/store';
import { type ApprovalEngine, type Clock, nextInstants } from '@org/approval-core';
import { readFileSync } from 'node:fs';
import type { HostCalls } from './host/host.js';

export const TRIGGER_FLAGS = { clock: { type: 'string' } } as const;

/** A timer notices another number in the file within this time. */
const LOOK_MS = 50;

/** The clock of the machine plus the number of ms in a file, which a test changes. */
export function clockOf(file: string): Clock {
  const now = () => Date.now() + Number(readFileSync(file, 'utf8'));
  return {
    now,
    wakeAt(at, wake) {
      const setAt = now();
      const start = performance.now();
      let timer = setTimeout(look, 0);
      function look(): void {
        // A clock that was set back must not keep a timer waiting for longer than planned.
        const isOver = now() >= at || performance.now() - start >= at - setAt;
        if (isOver) wake();
        else timer = setTimeout(look, Math.min(LOOK_MS, Math.max(1, at - now())));
      }
      return () => clearTimeout(timer);
    },
  };
}

/** The engine's option `clock`. */
export const clockOption = (file: string | undefined): { readonly clock: Clock } => ({
  clock: file === undefined ? systemClock : clockOf(file),
});

export const triggerCalls = (engine: ApprovalEngine): HostCalls => ({
  emit: ({ type, payload, options }, workspaceId) =>
    engine.forWorkspace(workspaceId).emit(type, payload, options),
  instants: ({ schedule, after, count }) => ({ instants: nextInstants(schedule, after, count) }),
  dispatch: (data, workspaceId) => engine.forWorkspace(workspaceId).executions.dispatch(data as never),
});
