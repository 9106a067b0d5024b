/** One deadline over a whole exchange. */

/** Calls `wake` after so many ms, unless it is called off by the function it returns. */
export type Timer = (ms: number, wake: () => void) => () => void;

/** A duration, not a time of day: a clock that is set must not lengthen an exchange. */
export const systemTimer: Timer = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

export interface Deadline {
  /** Aborted when time is up and when the caller gave up. */
  readonly signal: AbortSignal;
  /** Why it was cut short; null if it was not. */
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
