/**
 * Natural batching: while one batch is under way the next one gathers, and an idle one never waits. One caller
 * pays nothing for it; a thousand share a few round trips.
 */
import { isolated } from './isolate.js';
import { paired } from './paired.js';

/** How much goes into one batch, and how many are under way at once. */
export interface BatchLimits {
  /**
   * Items of one batch.
   * @defaultValue 64
   */
  readonly maxSize: number;
  /**
   * What the changes of one commit may hold together, in bytes of JSON, roughly; a larger one goes by itself.
   * @defaultValue 8_388_608
   */
  readonly maxBytes: number;
  /**
   * Batches under way at once.
   * @defaultValue 4
   */
  readonly maxConcurrent: number;
}

/** Already resolved: what is chained to it runs when the caller's own code has run. */
export const NEXT_MICROTASK = Promise.resolve();

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
}

export class Batcher<I, O> {
  private waiting: Waiting<I, O>[] = [];
  private running = 0;
  private scheduled = false;
  private readonly run: (items: I[]) => Promise<readonly O[]>;
  private readonly limits: BatchLimits;

  /**
   * `run` returns each item's result at its place. If it throws, all items of the batch are rejected; if it refuses
   * the batch, only those that are the reason. Items are small (ids, a result of 500 characters), so their number
   * bounds their bytes.
   */
  constructor(run: (items: I[]) => Promise<readonly O[]>, limits: BatchLimits) {
    this.run = run;
    this.limits = limits;
  }

  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Starts after the current turn of microtasks has begun, so that calls made together go together. */
  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0 || this.running >= this.limits.maxConcurrent) return;
    this.scheduled = true;
    // Not queueMicrotask, which in Node makes an async resource of each.
    void NEXT_MICROTASK.then(() => {
      this.scheduled = false;
      void this.runBatch();
      this.schedule();
    });
  }

  private async runBatch(): Promise<void> {
    const batch = this.waiting.splice(0, this.limits.maxSize);
    this.running += 1;
    const outcomes = await isolated(batch, (part) => this.run(part.map((it) => it.item)));
    for (const [it, outcome] of paired(batch, outcomes)) {
      if (outcome.ok) it.resolve(outcome.result);
      else it.reject(outcome.error);
    }
    this.running -= 1;
    this.schedule();
  }
}
