/**
 * Work that can pause. Checking a large definition takes some 100 ms, and an engine has other
 * callers meanwhile. Build steps and editors run it at once.
 */

/** A computation that may pause at each `yield` and returns its result. */
export type InSteps<T> = Generator<undefined, T, undefined>;

/** Runs the computation without a pause. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
