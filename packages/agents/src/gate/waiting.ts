/** Callers that wait for a permit, and runs whose ends this process observes. */
import type { Clock } from '@org/approval-core';
import { Shares } from '@org/approval-internal/shares';
import { PERMIT_LIMITS } from '../limits.js';
import type { PermitKey, StoredPermit } from '../store/permit-store.js';

/** First interval for polling the store: another process may have decided. */
const FIRST_LOOK_MS = 200;
const LAST_LOOK_MS = 2_000;
/** Number of watched runs; the ends of others are noticed on reads. */
const MAX_WATCHED = 10_000;

export class Waiting {
  private readonly clock: Clock;
  private readonly wakers = new Map<string, Set<() => void>>();
  private readonly watched = new Map<string, PermitKey>();
  private readonly places = new Shares({
    total: PERMIT_LIMITS.waits,
    ofWorkspace: PERMIT_LIMITS.workspaceWaits,
    ofSubject: PERMIT_LIMITS.subjectWaits,
  });
  private isStopped = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Remembers which permit a run belongs to. */
  watch(executionId: string, { workspaceId, permitId }: PermitKey): void {
    this.watched.set(runText(workspaceId, executionId), { workspaceId, permitId });
    for (const oldest of this.watched.keys())
      if (this.watched.size > MAX_WATCHED) this.watched.delete(oldest);
      else break;
  }

  /** Returns the permit of an ended run; null if no caller here asked for it. */
  ended(workspaceId: string, executionId: string): PermitKey | null {
    const key = runText(workspaceId, executionId);
    const known = this.watched.get(key) ?? null;
    this.watched.delete(key);
    return known;
  }

  /** Wakes the callers that wait for this permit. */
  wake(key: PermitKey): void {
    for (const waker of this.wakers.get(permitText(key)) ?? []) waker();
  }

  stop(): void {
    this.isStopped = true;
    for (const wakers of this.wakers.values()) for (const waker of wakers) waker();
  }

  /**
   * Waits until the permit is no longer pending, at most `waitMs`. A caller from outside beyond a
   * share is answered at once; `userId` is undefined for calls in process.
   */
  async until(
    permit: StoredPermit,
    { waitMs, userId }: { readonly waitMs: number; readonly userId: string | null | undefined },
    look: () => Promise<StoredPermit>,
  ): Promise<StoredPermit> {
    const { workspaceId } = permit;
    const leave = userId === undefined ? inProcess : this.places.take({ workspaceId, subject: userId });
    if (leave === null) return permit;
    try {
      const until = this.clock.now() + waitMs;
      let current = permit;
      for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LAST_LOOK_MS)) {
        const now = this.clock.now();
        if (current.state !== 'pending' || now >= until || this.isStopped) return current;
        // Subscribed before the read, so that no change is missed in between.
        await this.pause(permit, Math.min(now + Math.ceil(pause), until));
        current = await look();
      }
    } finally {
      leave();
    }
  }

  private pause(key: PermitKey, until: number): Promise<void> {
    const text = permitText(key);
    const wakers = this.wakers.get(text) ?? new Set();
    this.wakers.set(text, wakers);
    return new Promise((resolve) => {
      const done = () => {
        wakers.delete(done);
        if (wakers.size === 0 && this.wakers.get(text) === wakers) this.wakers.delete(text);
        callOff();
        resolve();
      };
      wakers.add(done);
      const callOff = this.clock.wakeAt(until, done);
    });
  }
}

/** Calls in process take no place. */
const inProcess = (): void => undefined;
const permitText = ({ workspaceId, permitId }: PermitKey): string => JSON.stringify([workspaceId, permitId]);
const runText = (workspaceId: string, executionId: string): string =>
  JSON.stringify([workspaceId, executionId]);
