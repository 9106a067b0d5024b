import type { Explanation } from '@org/approval-core/interpreter';

/** A waiting step, as the engine explains it. */
export type Waiting = Extract<Explanation['steps'][number], { next: unknown }>;
