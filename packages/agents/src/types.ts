/**
 * Input and output types of a gate. Times are ms since the epoch, durations ms.
 * @see docs/reference/permits.md
 */
export type * from './requests.gen.js';
export type * from './views.gen.js';
export type * from './types/policies.js';
export type * from './types/gate.js';
