/** Waiting by a clock that tests can own. */
import type { Clock } from '@org/approval-internal/clock';

export { type Clock, systemClock } from '@org/approval-internal/clock';

export const sleep = (clock: Clock, ms: number): Promise<void> =>
  ms <= 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        clock.wakeAt(clock.now() + ms, resolve);
      });

/**
 * Rejects with `late()` once `ms` are over, and aborts what is under way; what comes later is
 * ignored.
 */
export function withTimeout<Result>(
  clock: Clock,
  ms: number,
  late: () => Error,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const callOff = clock.wakeAt(clock.now() + ms, () => {
      reject(late());
      controller.abort();
    });
    const settle = <Value>(finish: (value: Value) => void) => {
      return (value: Value) => {
        callOff();
        finish(value);
      };
    };
    run(controller.signal).then(settle(resolve), settle(reject));
  });
}
