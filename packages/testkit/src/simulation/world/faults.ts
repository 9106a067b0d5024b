/** Faults of a simulated world, as a table, with a count of each. */
import { keysOf } from '@org/approval-internal/values';
import type { SeededRandom } from './random.js';

/** Every fault, with its description. */
export const FAULTS = {
  'store-slow': 'a call of the store takes seconds',
  'store-failed-before': 'a call of the store fails, and nothing was done',
  'store-failed-after': 'a call of the store fails, and all was done: only the result was lost',
  'connection-lost': 'a process loses its connections, with all that is under way on them',
  'database-restarted': 'the database restarts: what is under way fails, and for a while nothing works',
  'database-clock-jumped': 'the clock of the database jumps forward',
  'process-paused': 'a process stands still for longer than its leases, and goes on as if nothing had been',
  'process-crashed': 'a process dies with all that it knew, and another takes its place',
  'process-stopped': 'a process is stopped as a deployment does it, and another takes its place',
  'clock-jumped': 'the clock of a process jumps, forward or back',
  'clock-drifted': 'the clock of a process runs too fast or too slow',
  'agent-slow': 'an agent takes longer than a lease',
  'agent-failed': 'an agent throws',
  'agent-invalid': 'an agent returns what no agent may return',
  'agent-hung': 'an agent never returns',
  'callback-repeated': 'a deferred agent calls back more than once',
  'directory-failed': 'the directory fails',
  'receiver-failed': 'a receiver of webhooks responds with an error',
  'receiver-hung': 'a receiver of webhooks does not respond',
  'call-repeated': 'a caller who got no result calls again',
} as const;

/** A fault of a simulated world. */
export type Fault = keyof typeof FAULTS;
export const ALL_FAULTS = keysOf(FAULTS);

/**
 * The faults of one history: a random subset of the allowed ones, so that some histories focus on
 * one.
 */
export class FaultPlan {
  readonly counts = new Map<Fault, number>();
  private readonly random: SeededRandom;
  private readonly rates = new Map<Fault, number>();
  private isOver = false;

  constructor(random: SeededRandom, allowed: readonly Fault[]) {
    this.random = random;
    for (const fault of ALL_FAULTS) {
      const rate = random.chance(0.5) ? random.pick([0.02, 0.1, 0.3]) : 0;
      if (allowed.includes(fault)) this.rates.set(fault, rate);
    }
  }

  /** Returns true when the fault happens now, and counts it. */
  strikes(fault: Fault): boolean {
    const rate = this.isOver ? 0 : (this.rates.get(fault) ?? 0);
    const strikes = rate > 0 && this.random.chance(rate);
    if (strikes) this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    return strikes;
  }

  /** Ends all faults. */
  end(): void {
    this.isOver = true;
  }
}
