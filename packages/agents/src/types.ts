/**
 * What goes into a gate and what comes out of it. Times are ms since the epoch, durations ms.
 * @see docs/reference/permits.md
 */
export type * from './types/permit.js';
export type * from './types/requests.js';
export type * from './types/grants.js';
export type * from './types/policies.js';
export type * from './types/gate.js';
