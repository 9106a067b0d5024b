/** Counts running work, so that callers can wait for its end. */
export class Activity {
  private count = 0;
  private waiting: (() => void)[] = [];

  async track<T>(work: Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work;
    } finally {
      this.leave();
    }
  }

  /** Does not count the calling work while it awaits `outside`, which others do. */
  async pause<T>(outside: Promise<T>): Promise<T> {
    this.leave();
    try {
      return await outside;
    } finally {
      this.enter();
    }
  }

  get isIdle(): boolean {
    return this.count === 0;
  }

  /** Resolves at once if no work is running, otherwise when the last has ended. */
  idle(): Promise<void> {
    return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  enter(): void {
    this.count += 1;
  }

  leave(): void {
    this.count -= 1;
    if (this.count === 0) for (const resolve of this.waiting.splice(0)) resolve();
  }
}
