/**
 * Turns of the event loop: yielding, and doing a bounded amount at a time. With an in-memory or
 * very fast store, a run of 1,000 automatic steps, or a batch of many callers' commands, would take
 * one turn. The rest of the process would stand still meanwhile.
 */

/** Resolves in the next turn. Node's own is due at once, a timer 1 ms later. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });

/** Limits concurrency; further work waits in order of arrival. */
export class AtMost {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async within<T>(act: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await act();
    } finally {
      // The slot goes to the next waiter, or a new caller would overtake it.
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}

/** Lets one at a time do something under a key; under other keys, others do meanwhile. */
export class OneByKey {
  private readonly last = new Map<string, Promise<unknown>>();

  /** `act`, once everything that was begun before under this key is over, however it ended. */
  within<T>(key: string, act: () => Promise<T>): Promise<T> {
    const done = (this.last.get(key) ?? Promise.resolve()).then(act);
    const over: Promise<void> = done.then(
      () => this.forget(key, over),
      () => this.forget(key, over),
    );
    this.last.set(key, over);
    return done;
  }

  private forget(key: string, over: Promise<unknown>): void {
    if (this.last.get(key) === over) this.last.delete(key);
  }
}

/** Time in ms after which a turn is long. */
const MOST_MS = 5;

/**
 * Turns of one engine. The clock affects only when work goes on, not its result. It is the
 * engine's, so that a simulated run of the same seed is the same on a slow machine.
 */
export class Turns {
  /** Start of the current turn as first seen; null: not yet. */
  private startedAt: number | null = null;
  private following: Promise<void> = Promise.resolve();
  private readonly pieces = new AtMost(1);
  private readonly clock: { readonly now: () => number };

  constructor(clock: { readonly now: () => number }) {
    this.clock = clock;
  }

  /** Marks the turn as used up, regardless of its start. */
  useUp(): void {
    if (this.startedAt === null) this.begin();
    this.startedAt = -Infinity;
  }

  /** Waits for the next turn, when the rest of this one may take unmeasured time. */
  next(): Promise<void> {
    this.useUp();
    return this.later();
  }

  /** Returns null while the turn is short, otherwise a promise of a later turn with time left. */
  pause(): Promise<void> | null {
    return this.isLong() ? this.later() : null;
  }

  /**
   * Runs work after earlier requests, and not in a long turn: otherwise all waiting work would
   * begin in the same turn.
   */
  alone<T>(work: () => T): Promise<T> {
    return this.pieces.within(async () => {
      const pause = this.pause();
      if (pause !== null) await pause;
      return work();
    });
  }

  /** Does work in steps, over as many turns as necessary. */
  async through<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
    for (;;) {
      const pause = this.pause();
      if (pause !== null) await pause;
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  private async later(): Promise<void> {
    // All waiters resume in the same turn, so that their work is batched; the first ones use it up.
    do await this.following;
    while (this.isLong());
  }

  private isLong(): boolean {
    if (this.startedAt === null) this.begin();
    return this.clock.now() - (this.startedAt ?? 0) >= MOST_MS;
  }

  private begin(): void {
    this.startedAt = this.clock.now();
    this.following = nextTurn().then(() => {
      this.startedAt = null;
    });
  }
}
