/** The one schedule of a simulated world: everything that happens, happens because it comes first here. */
import { createHash } from 'node:crypto';
import { itemAt } from '@org/approval-internal/lists';
import { type SeededRandom } from './random.js';

/** Whose event it is: nothing happens to who is dead, and what happens to who is paused waits. */
export interface Owner {
  readonly isAlive: boolean;
  /** ms of the world's time. */
  readonly pausedUntil: number;
}

interface Planned {
  readonly at: number;
  /** Drawn: of what falls on one instant, anything may come first. */
  readonly order: number;
  readonly what: string;
  readonly owner: Owner | null;
  readonly run: () => void;
  cancelled: boolean;
}

/** Resolves when every promise that could go on has gone on. */
const everythingHasGoneOn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Schedule {
  /** True time, in ms since the epoch; every clock of the world is a wrong copy of it. */
  now = Date.UTC(2026, 0, 1);
  /** Events that have happened. */
  steps = 0;
  /** What happened, a line each; null: only their digest is kept. */
  readonly lines: string[] | null;
  private readonly random: SeededRandom;
  private readonly digest = createHash('sha256');
  private readonly planned: Planned[] = [];

  constructor(random: SeededRandom, keepLines = false) {
    this.random = random;
    this.lines = keepLines ? [] : null;
  }

  /** The digest of all that has happened: the same for two runs exactly when they were the same. */
  traceHash(): string {
    return this.digest.copy().digest('hex');
  }

  /** Has it happen after so many ms; returns a function that calls it off. */
  after(ms: number, what: string, run: () => void, owner: Owner | null = null): () => void {
    const event = { at: this.now + Math.max(0, Math.ceil(ms)), order: this.random.next(), what, owner, run };
    return this.plan({ ...event, cancelled: false });
  }

  /** Notes in the trace what an event has led to. */
  note(line: string): void {
    this.digest.update(`${line}\n`);
    this.lines?.push(`${this.now - Date.UTC(2026, 0, 1)} ${line}`);
  }

  /** The next event, and all that follows from it at once. False: nothing is planned any more. */
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

  /** Into the heap: the earliest first. */
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
