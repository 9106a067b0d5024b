/** Delays of work that the host refused, or that has no room now: 1 s, doubling to 5 min. */
import type { JobKey } from '../../ports/store/jobs.js';
import { remembered } from '../scheduling/lru.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;
/** One that is not remembered begins with the first delay again. */
const REMEMBERED = 10_000;

export class Refusals {
  private readonly delays = remembered<number>(REMEMBERED, { ttl: 2 * LONGEST_MS });
  private readonly longestMs: number;

  constructor({ longestMs = LONGEST_MS } = {}) {
    this.longestMs = longestMs;
  }

  /** Returns the next delay. */
  delayOf({ workspaceId, executionId, stepId, kind }: JobKey): number {
    const key = [workspaceId, executionId, stepId, kind].join('\0');
    const delayMs = this.delays.get(key) ?? FIRST_MS;
    this.delays.set(key, Math.min(this.longestMs, delayMs * 2));
    return delayMs;
  }
}
