/** Background work: settles permits, ends runs, and deletes what retention allows. */
import { isLive } from '../store/keys.js';
import type { PermitKey, StoredPermit } from '../store/permit-store.js';
import type { GateContext } from './context.js';
import { settled } from './settle.js';

const BATCH = 100;
/** Batches of each kind in one sweep; the next sweep continues. */
const MAX_BATCHES = 10;

export class Sweeper {
  private readonly context: GateContext;
  /** Last key of the previous walk over pending permits. */
  private after: PermitKey | null = null;
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(context: GateContext) {
    this.context = context;
  }

  /** Runs one sweep at a time; a concurrent caller waits for it. */
  sweep(): Promise<void> {
    this.running ??= this.all().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Starts no further batch, and waits for the current one; callers of `sweep` get its result. */
  async stop(): Promise<void> {
    if (this.running === null) return;
    this.isStopping = true;
    await this.running.catch(() => undefined);
    this.isStopping = false;
  }

  private async all(): Promise<void> {
    await this.due();
    await this.walk();
    await this.retain();
  }

  private async due(): Promise<void> {
    // Permits that could not be settled come back first; they are skipped, so that they do not
    // delay others.
    const stuck = new Set<string>();
    for (let batch = 0; batch < MAX_BATCHES && !this.isStopping; batch++) {
      const limit = BATCH + stuck.size;
      const permits = await this.context.store.duePermits({ at: this.context.clock.now(), limit });
      const next = permits.filter((it) => !stuck.has(keyOf(it)));
      for (const it of await settleAll(this.context, next)) stuck.add(keyOf(it));
      if (permits.length < limit) return;
    }
  }

  private async walk(): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES && !this.isStopping; batch++) {
      const permits = await this.context.store.walkPending({ after: this.after, limit: BATCH });
      await settleAll(this.context, permits);
      this.after = permits.length < BATCH ? null : (permits.at(-1) ?? null);
      if (this.after === null) return;
    }
  }

  private async retain(): Promise<void> {
    const { store, clock, endedMs } = this.context;
    if (endedMs === null) return;
    for (let batch = 0; batch < MAX_BATCHES && !this.isStopping; batch++) {
      const deleted = await store.deletePermits({ endedBefore: clock.now() - endedMs, limit: BATCH });
      if (deleted < BATCH) return;
    }
  }
}

/** Settles permits of a workspace that are due, so that listings by state are current. */
export async function settleDue(context: GateContext, workspaceId: string): Promise<void> {
  const due = await context.store.duePermits({ at: context.clock.now(), limit: BATCH });
  await settleAll(
    context,
    due.filter((it) => it.workspaceId === workspaceId && isLive(it)),
  );
}

/** Settles permits; returns those that did not change. A failure does not stop the others. */
async function settleAll(context: GateContext, permits: readonly StoredPermit[]): Promise<StoredPermit[]> {
  const same: StoredPermit[] = [];
  for (const permit of permits) {
    try {
      if ((await settled(context, permit)) === permit) same.push(permit);
    } catch (error) {
      same.push(permit);
      context.logger.error(`the permit ${permit.permitId} could not be settled; it is tried again`, error);
    }
  }
  return same;
}

const keyOf = ({ workspaceId, permitId }: PermitKey): string => JSON.stringify([workspaceId, permitId]);
