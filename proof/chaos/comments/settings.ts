/** Settings shared by the processes of a run. */
export const PREFIXES = { content: 'customer_', structure: 'service_' } as const;
export const SERVERS = 3;
/** Share of writes in whose middle their server is killed. */
export const KILLED = 0.1;
/** Latest moment of a kill, in ms after its write was sent. */
export const KILLED_WITHIN_MS = 15;
