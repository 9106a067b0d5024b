/**
 * Linked abort signals. `AbortSignal.any` leaks an entry per call on a long-lived signal, and more
 * than 10 listeners on a signal cause a warning.
 */

/** Callbacks by signal; each signal has only one listener. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

export interface Ending {
  /** Aborted with the first of the others, or by `end`. */
  readonly signal: AbortSignal;
  /** Aborts it, and removes its listeners from the others. Must be called. */
  readonly end: () => void;
}

export function endingWith(...others: readonly (AbortSignal | undefined)[]): Ending {
  const own = new AbortController();
  const signals = others.filter((it) => it !== undefined);
  const leave: (() => void)[] = [];
  const end = (): void => {
    for (const off of leave) off();
    own.abort();
  };
  for (const signal of signals) leave.push(whenAborted(signal, end));
  if (signals.some((it) => it.aborted)) end();
  return { signal: own.signal, end };
}

function whenAborted(signal: AbortSignal, listener: () => void): () => void {
  const listeners = waiting.get(signal) ?? listenersOf(signal);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listenersOf(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  waiting.set(signal, listeners);
  signal.addEventListener('abort', () => listeners.forEach((tell) => tell()), { once: true });
  return listeners;
}
