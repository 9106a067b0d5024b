/**
 * Limits the bytes of large bodies that a handler holds at once, over all requests. The beginning
 * of a body is free, so that large ones never keep small ones out.
 */

/** Bytes of each body that are not counted. */
export const FREE_BYTES = 65_536;
/** Time in ms after which a silent sender gives way to active ones. */
const STALLED_MS = 5_000;

/** Room for the large bodies of one handler. */
export class ByteBudget {
  private readonly bytes: number;
  private held = 0;
  private readonly reading = new Set<Hold>();

  /** With room for so many bytes. */
  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** @internal */
  take(hold: Hold, bytes: number): boolean {
    this.reading.delete(hold);
    for (const it of this.reading) {
      if (this.held + bytes <= this.bytes) break;
      if (it.isStalled) it.breakOff();
    }
    const isRoom = this.held + bytes <= this.bytes;
    if (!isRoom) return false;
    this.held += bytes;
    this.reading.add(hold);
    return true;
  }

  /** @internal */
  give(hold: Hold, bytes: number): void {
    this.reading.delete(hold);
    this.held -= bytes;
  }

  /** @internal */
  read(hold: Hold): void {
    this.reading.delete(hold);
  }
}

/** Share of a request in a budget, from its first byte until its response. */
export class Hold {
  private readonly budget: ByteBudget | null;
  private size = 0;
  private counted = 0;
  private lastAt = 0;
  private onBreakOff: () => void = () => undefined;

  /** null: unlimited. */
  constructor(budget: ByteBudget | null) {
    this.budget = budget;
  }

  /** Reserves more bytes; without room it returns false and releases all. */
  take(bytes: number): boolean {
    this.size += bytes;
    const more = this.size - FREE_BYTES - this.counted;
    // Free bytes are not counted, and so never released.
    if (this.budget === null || more <= 0) return true;
    this.lastAt = performance.now();
    if (!this.budget.take(this, more)) {
      this.release();
      return false;
    }
    this.counted += more;
    return true;
  }

  /** Sets the action when others need the room more. */
  whenBrokenOff(act: () => void): void {
    this.onBreakOff = act;
  }

  get isStalled(): boolean {
    return performance.now() - this.lastAt >= STALLED_MS;
  }

  breakOff(): void {
    this.release();
    this.onBreakOff();
  }

  /** The body is whole: from here on it takes as long as we do. */
  read(): void {
    this.budget?.read(this);
  }

  /** Releases all bytes; further calls do nothing. */
  release(): void {
    if (this.counted > 0) this.budget?.give(this, this.counted);
    this.counted = 0;
  }
}
