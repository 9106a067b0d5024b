/** The schedule of a simulated world, which orders everything that happens. */
import { createHash } from 'node:crypto';
import { itemAt } from '@org/approval-internal/lists';
import { type SeededRandom } from './random.js';

/** Owner of an event: events of a dead one are dropped, and those of a paused one wait. */
export interface Owner {
  readonly isAlive: boolean;
  /** Simulated time, in ms. */
  readonly pausedUntil: number;
}

interface Planned {
  readonly at: number;
  /** Random: simultaneous events may run in any order. */
  readonly order: number;
  readonly what: string;
  readonly owner: Owner | null;
  readonly run: () => void;
  cancelled: boolean;
}

/** Resolves when every pending promise has continued. */
const everythingHasGoneOn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** First moment of every history: a full minute comes soon, while faults happen. */
export const BEGINNING = Date.UTC(2026, 0, 1) - 12_000;

export class Schedule {
  /** True time, in ms since the epoch; every clock of the world deviates from it. */
  now = BEGINNING;
  /** Number of past events. */
  steps = 0;
  /** One line per event; null keeps only their digest. */
  readonly lines: string[] | null;
  private readonly random: SeededRandom;
  private readonly digest = createHash('sha256');
  private readonly planned: Planned[] = [];

  constructor(random: SeededRandom, keepLines = false) {
    this.random = random;
    this.lines = keepLines ? [] : null;
  }

  /** Digest of everything that happened: equal for two histories exactly when they are equal. */
  traceHash(): string {
    return this.digest.copy().digest('hex');
  }

  /** Schedules `run` after `ms`; returns a function that cancels it. */
  after(ms: number, what: string, run: () => void, owner: Owner | null = null): () => void {
    const event = { at: this.now + Math.max(0, Math.ceil(ms)), order: this.random.next(), what, owner, run };
    return this.plan({ ...event, cancelled: false });
  }

  /** Adds a line to the trace. */
  note(line: string): void {
    this.digest.update(`${line}\n`);
    this.lines?.push(`${this.now - BEGINNING} ${line}`);
  }

  /** Runs the next event, with its immediate consequences. False: nothing is scheduled. */
  async step(): Promise<boolean> {
    const event = this.take();
    if (event === null) return false;
    this.now = Math.max(this.now, event.at);
    this.steps += 1;
    this.note(event.what);
    event.run();
    await everythingHasGoneOn();
    return true;
  }

  private take(): Planned | null {
    for (;;) {
      const event = this.pop();
      if (event === null) return null;
      if (event.cancelled || event.owner?.isAlive === false) continue;
      const until = event.owner?.pausedUntil ?? 0;
      if (until <= Math.max(event.at, this.now)) return event;
      this.plan({ ...event, at: until, order: this.random.next() });
    }
  }

  /** Inserts into the heap, which has the earliest first. */
  private plan(event: Planned): () => void {
    const { planned } = this;
    let index = planned.length;
    planned.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, itemAt(planned, parent))) break;
      planned[index] = itemAt(planned, parent);
      index = parent;
    }
    planned[index] = event;
    return () => {
      event.cancelled = true;
    };
  }

  private pop(): Planned | null {
    const { planned } = this;
    const first = planned[0];
    const last = planned.pop();
    if (first === undefined || last === undefined) return null;
    if (planned.length > 0) this.sink(last);
    return first;
  }

  private sink(event: Planned): void {
    const { planned } = this;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= planned.length) break;
      if (child + 1 < planned.length && isBefore(itemAt(planned, child + 1), itemAt(planned, child)))
        child += 1;
      if (!isBefore(itemAt(planned, child), event)) break;
      planned[index] = itemAt(planned, child);
      index = child;
    }
    planned[index] = event;
  }
}

const isBefore = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
