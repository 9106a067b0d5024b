/** Bounds of a bundle that is verified. Past them the verifier says so and ends. */

/** Bytes of a bundle. */
export const MAX_BYTES = 1_073_741_824;
/** Lines of a bundle. */
export const MAX_LINES = 10_000_000;
/** Bytes of one line. A line holds one event, or 1,000 leaves. */
export const MAX_LINE_BYTES = 33_554_432;
/** Leaves of a log. */
export const MAX_LEAVES = 2_000_000;
/** Leaves in one line. */
export const LEAVES_PER_LINE = 1_000;
/** Versions of definitions in a bundle. */
export const MAX_DEFINITIONS = 100_000;
/** Executions in a bundle. */
export const MAX_RUNS = 2_000_000;
