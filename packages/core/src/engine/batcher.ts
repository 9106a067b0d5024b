/**
 * Natural batching: while one batch is under way the next one gathers, and an idle one never waits. One caller
 * pays nothing for it; a thousand share a few round trips.
 */
export interface BatchLimits {
  /** Items of one batch. */
  readonly maxSize: number;
  /** Batches under way at once. */
  readonly maxConcurrent: number;
}

const NEXT_MICROTASK = Promise.resolve();

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}

export class Batcher<I, O> {
  private waiting: Waiting<I, O>[] = [];
  private running = 0;
  private scheduled = false;
  private readonly run: (items: I[]) => Promise<readonly O[]>;
  private readonly limits: BatchLimits;

  /** `run` answers each item at its place; if it throws, all items of the batch are rejected. */
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
    try {
      const answers = await this.run(batch.map((it) => it.item));
      batch.forEach((it, index) => it.resolve(answers[index] as O));
    } catch (error) {
      for (const it of batch) it.reject(error);
    } finally {
      this.running -= 1;
      this.schedule();
    }
  }
}
