/** Faults of a simulated world, as a table, with a count of each. */
import { keysOf } from '@org/approval-internal/values';
import type { SeededRandom } from './random.js';

/** Every fault, with its description. */
export const FAULTS = {
  'store-slow': 'a call of the store takes seconds',
  'store-failed-before': 'a call of the store fails without effect',
  'store-failed-after': 'a call of the store takes effect, but its result is lost',
  'connection-lost': 'a process loses its connections, with all pending calls',
  'database-restarted': 'the database restarts: pending calls fail, and it is down for a while',
  'database-clock-jumped': 'the clock of the database jumps forward',
  'process-paused': 'a process pauses for longer than its leases, and continues',
  'process-crashed': 'a process dies with its memory, and another replaces it',
  'process-crashed-in-call': 'a process dies while a receiver has its call',
  'process-crashed-after-answer': 'a process dies with the answer to a call, before its commit',
  'process-crashed-after-child': 'a process dies after the end of a run, before that of its step',
  'process-stopped': 'a process is stopped as in a deployment, and another replaces it',
  'clock-jumped': 'the clock of a process jumps, forward or back',
  'clock-drifted': 'the clock of a process runs too fast or too slow',
  'agent-slow': 'an agent takes longer than a lease',
  'agent-failed': 'an agent throws',
  'agent-invalid': 'an agent returns an invalid result',
  'agent-hung': 'an agent never returns',
  'callback-repeated': 'a deferred agent calls back more than once',
  'directory-failed': 'the directory fails',
  'receiver-failed': 'a receiver of webhooks responds with an error',
  'receiver-hung': 'a receiver of webhooks does not respond',
  'call-repeated': 'a caller without a result calls again',
} as const;

/** A fault of a simulated world. */
export type Fault = keyof typeof FAULTS;
export const ALL_FAULTS = keysOf(FAULTS);

/** Faults in places that histories seldom reach before people help: they happen later too. */
const SELDOM: readonly Fault[] = [
  'process-crashed-in-call',
  'process-crashed-after-answer',
  'process-crashed-after-child',
];
const RATES = [0.02, 0.1, 0.3] as const;
const SELDOM_RATES = [0.3, 0.6] as const;
/** Most of them after all others have ended, so that a history comes to its end. */
const MOST_LATER = 2;

/**
 * The faults of one history: a random subset of the allowed ones, so that some histories focus on
 * one.
 */
export class FaultPlan {
  readonly counts = new Map<Fault, number>();
  private readonly random: SeededRandom;
  private readonly rates = new Map<Fault, number>();
  private isOver = false;
  private later = 0;

  constructor(random: SeededRandom, allowed: readonly Fault[]) {
    this.random = random;
    for (const fault of ALL_FAULTS) {
      const rate = random.chance(0.5) ? random.pick(SELDOM.includes(fault) ? SELDOM_RATES : RATES) : 0;
      if (allowed.includes(fault)) this.rates.set(fault, rate);
    }
  }

  /** Returns true when the fault happens now, and counts it. */
  strikes(fault: Fault): boolean {
    const rate = this.isOver && !this.mayBeLater(fault) ? 0 : (this.rates.get(fault) ?? 0);
    const strikes = rate > 0 && this.random.chance(rate);
    if (strikes && this.isOver) this.later += 1;
    if (strikes) this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    return strikes;
  }

  private mayBeLater(fault: Fault): boolean {
    return SELDOM.includes(fault) && this.later < MOST_LATER;
  }

  /** Ends all faults, apart from a few in places that are seldom reached. */
  end(): void {
    this.isOver = true;
  }
}
