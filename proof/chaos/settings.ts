/** Settings shared by the processes of a run. */
export const WORKSPACE = 'chaos';
export const LEASE_MS = 1_500;
/** Longer than a lease: a process that is stopped for so long loses its jobs. */
export const STOPPED_MS = 2 * LEASE_MS;
export const WORKERS = 4;
/** Offsets of the workers' clocks, in ms. */
export const CLOCK_OFFSETS = [0, -600_000, 600_000, 250_000] as const;
