/**
 * Limits the bytes of large bodies that a handler holds at once, over all requests. The beginning
 * of a body is free, so that large ones never keep small ones out.
 */

/** Bytes of each body that are not counted. */
export const FREE_BYTES = 65_536;
/** Time in ms after which a silent sender gives way to active ones. */
const STALLED_MS = 5_000;

/**
 * Limit that the bodies of one handler share. An interface, because packages bundle this file: a
 * handler of one package goes to an adapter of another, and classes with private fields differ.
 */
export interface BodyBudget {
  /** Reserves bytes for a body; false without room. */
  readonly take: (body: HeldBody, bytes: number) => boolean;
  /** Releases reserved bytes of a body. */
  readonly give: (body: HeldBody, bytes: number) => void;
  /** Marks a body as whole, so that it does not give way to others. */
  readonly read: (body: HeldBody) => void;
}

/** A body that holds bytes of a budget. */
export interface HeldBody {
  /** True if nothing of it arrived for seconds. */
  readonly isStalled: boolean;
  /** Stops reading it and releases its bytes. */
  readonly breakOff: () => void;
}

/** Room for the large bodies of one handler. */
export class ByteBudget implements BodyBudget {
  private readonly bytes: number;
  private held = 0;
  private readonly reading = new Set<HeldBody>();

  /** With room for so many bytes. */
  constructor(bytes: number) {
    this.bytes = bytes;
  }

  take(hold: HeldBody, bytes: number): boolean {
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

  give(hold: HeldBody, bytes: number): void {
    this.reading.delete(hold);
    this.held -= bytes;
  }

  read(hold: HeldBody): void {
    this.reading.delete(hold);
  }
}

/** Share of a request in a budget, from its first byte until its response. */
export class Hold implements HeldBody {
  private readonly budget: BodyBudget | null;
  private size = 0;
  private counted = 0;
  private lastAt = 0;
  private onBreakOff: () => void = () => undefined;

  /** null: unlimited. */
  constructor(budget: BodyBudget | null) {
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
