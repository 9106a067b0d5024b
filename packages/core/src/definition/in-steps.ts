/**
 * Work in steps: whoever does it may rest between them. A large definition takes a hundred milliseconds to look at, and an
 * engine has other callers; a build step or an editor has none, and does it at once.
 */

/** Rests at each `yield`, and returns what it was for. */
export type InSteps<T> = Generator<undefined, T, undefined>;

/** All of it without a rest. */
export function atOnce<T>(steps: InSteps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
