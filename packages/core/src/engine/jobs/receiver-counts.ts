/** Exchanges with each receiver, of all pools of a process: deliveries and calls. */
export class ReceiverCounts {
  private readonly counts = new Map<string, number>();
  private listeners: readonly (() => void)[] = [];

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: string, by: 1 | -1): void {
    const count = this.of(key) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }

  /** Calls the listener whenever a receiver may have room again. */
  whenFreed(listener: () => void): void {
    this.listeners = [...this.listeners, listener];
  }

  freed(): void {
    for (const listener of this.listeners) listener();
  }
}
