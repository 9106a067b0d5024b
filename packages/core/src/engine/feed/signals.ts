/** Wakes waits for commits: of one run, or of any run of a workspace. */
import type { Clock } from '../../ports/clock.js';
import type { Change } from '../../ports/store/executions.js';

type Wake = () => void;

/** Signals commits of this process; those of others are found by polling. */
export class CommitSignals {
  private readonly clock: Clock;
  private readonly waiting = new Map<string, Set<Wake>>();
  private readonly beginnings = new Set<Promise<unknown>>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  notice({ state: { workspaceId, executionId } }: Change): void {
    for (const key of [workspaceId, keyOf(workspaceId, executionId)]) {
      for (const wake of this.waiting.get(key) ?? []) wake();
    }
  }

  /**
   * Holds this process's commits until `reading` ends, which reads the end of the feed: what is
   * dispatched after a subscription is made must be behind that.
   */
  begin(reading: Promise<unknown>): void {
    const over: Promise<unknown> = reading.then(
      () => this.beginnings.delete(over),
      () => this.beginnings.delete(over),
    );
    this.beginnings.add(over);
  }

  /** Resolves once all begun readings have ended; null without any. */
  begun(): Promise<unknown> | null {
    return this.beginnings.size === 0 ? null : Promise.all(this.beginnings);
  }

  /** Resolves with the next commit, after `ms`, or on abort. No commit after the call is missed. */
  next(of: SignalKey, ms: number, signal?: AbortSignal): Promise<void> {
    const key = of.executionId === undefined ? of.workspaceId : keyOf(of.workspaceId, of.executionId);
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel();
        signal?.removeEventListener('abort', wake);
        this.remove(key, wake);
        resolve();
      };
      const cancel = this.clock.wakeAt(this.clock.now() + ms, wake);
      signal?.addEventListener('abort', wake, { once: true });
      this.add(key, wake);
      if (signal?.aborted === true) wake();
    });
  }

  private add(key: string, wake: Wake): void {
    const others = this.waiting.get(key);
    if (others === undefined) this.waiting.set(key, new Set([wake]));
    else others.add(wake);
  }

  private remove(key: string, wake: Wake): void {
    const others = this.waiting.get(key);
    others?.delete(wake);
    if (others?.size === 0) this.waiting.delete(key);
  }
}

/** Key of a workspace, or of one of its runs. */
export interface SignalKey {
  readonly workspaceId: string;
  readonly executionId?: string;
}

const keyOf = (workspaceId: string, executionId: string): string => `${workspaceId}\0${executionId}`;
