/** One deadline over a whole exchange. */

/** Calls `wake` after `ms`; the returned function cancels it. */
export type Timer = (ms: number, wake: () => void) => () => void;

/** A duration, not a time of day: setting the clock must not lengthen an exchange. */
export const systemTimer: Timer = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

export interface Deadline {
  /** Aborted at the deadline, or by the caller. */
  readonly signal: AbortSignal;
  /** Cause of an abort; null without one. */
  readonly cause: () => 'timeout' | 'aborted' | null;
  readonly end: () => void;
}

export function startDeadline(ms: number, timer: Timer, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let cause: 'timeout' | 'aborted' | null = null;
  const cut = (why: 'timeout' | 'aborted') => {
    cause ??= why;
    controller.abort();
  };
  const callOff = timer(ms, () => cut('timeout'));
  const giveUp = () => cut('aborted');
  if (outer?.aborted === true) giveUp();
  outer?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    cause: () => cause,
    end: () => {
      callOff();
      outer?.removeEventListener('abort', giveUp);
    },
  };
}
