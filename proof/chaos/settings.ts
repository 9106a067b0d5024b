/** What the processes of a run agree on. */
export const WORKSPACE = 'chaos';
export const LEASE_MS = 1_500;
/** Longer than a lease: whoever stands still for so long has lost its jobs. */
export const STOPPED_MS = 2 * LEASE_MS;
export const WORKERS = 4;
/** How far the clocks of the workers are off, in ms. */
export const CLOCK_OFFSETS = [0, -600_000, 600_000, 250_000] as const;
