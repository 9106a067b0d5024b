/**
 * Tells running work to stop. Most work never looks at a signal, and an AbortSignal with listeners
 * takes longer to create than a step of a run, so it is created on request.
 */
export class StopSign {
  private controller: AbortController | null = null;
  private reason: Error | null = null;
  private listeners: readonly (() => void)[] = [];

  /** A call, as it may have become so while something was awaited. */
  isUp(): boolean {
    return this.reason !== null;
  }

  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.reason !== null) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** Users of the signal are notified first. */
  raise(reason: Error): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.controller?.abort(reason);
    for (const listener of this.listeners) listener();
    this.listeners = [];
  }

  /** Calls the listener once, when it is raised. Returns a function that takes it off. */
  whenUp(listener: () => void): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((it) => it !== listener);
    };
  }
}
