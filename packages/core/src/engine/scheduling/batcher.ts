/**
 * Natural batching: while one batch runs the next one gathers, and an idle batcher never waits. A
 * single caller pays nothing, and 1,000 share a few round trips.
 */
import { isolated } from './isolate.js';
import { paired } from './paired.js';

/** Batch size and concurrency. */
export interface BatchLimits {
  /**
   * Items of one batch.
   * @defaultValue 64
   */
  readonly maxSize: number;
  /**
   * Approximate limit of the changes in one commit, in bytes of JSON; a larger change commits
   * alone.
   * @defaultValue 8_388_608
   */
  readonly maxBytes: number;
  /**
   * Concurrent batches.
   * @defaultValue 4
   */
  readonly maxConcurrent: number;
}

/** Already resolved: continuations run after the caller's own code. */
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
   * `run` returns the results in the order of the items. If it throws, all items are rejected; if
   * it refuses the batch, only the culprits are. Items are small (ids, a result of 500 characters),
   * so their number bounds their bytes.
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

  /** Starts after the current microtasks, so that calls made together go together. */
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
