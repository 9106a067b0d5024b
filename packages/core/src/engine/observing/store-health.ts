/** Checks the health of the store: one check at a time, at most one per second. */
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { Look } from './health.js';

const GOOD_FOR_MS = 1_000;
/** A store that takes longer is not well. */
const ANSWER_MS = 2_000;
/** A check without an answer by then is lost: another may begin. */
const LOST_AFTER_MS = 30_000;
/** Workspaces whose last look is remembered. */
const WORKSPACES = 1_000;

interface Begun {
  readonly at: number;
  readonly look: Promise<Look>;
  /** True once the store has answered, in time or not. */
  isOver: boolean;
}

interface Parts {
  readonly store: Pick<ApprovalStore, 'health' | 'now'>;
  /** The process's own clock: a store that hangs has no time. */
  readonly clock: Clock;
  readonly logger: Logger;
}

export class HealthLooks {
  private readonly parts: Parts;
  /** Keyed by workspace; null: the store alone. */
  private readonly begun = new Map<string | null, Begun>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Checks the store, and the queues of the workspace if given. Never rejects. */
  at(workspaceId: string | null): Promise<Look> {
    const known = this.begun.get(workspaceId);
    if (known !== undefined && this.isGood(known)) return known.look;
    this.begun.delete(workspaceId);
    const [oldest] = this.begun.keys();
    if (oldest !== undefined && this.begun.size >= WORKSPACES) this.begun.delete(oldest);
    const next = this.begin(workspaceId);
    this.begun.set(workspaceId, next);
    return next.look;
  }

  /** A second check does not start while one hangs: checks would use up all connections. */
  private isGood({ at, isOver }: Begun): boolean {
    const ageMs = this.parts.clock.now() - at;
    return ageMs >= 0 && ageMs < (isOver ? GOOD_FOR_MS : LOST_AFTER_MS);
  }

  private begin(workspaceId: string | null): Begun {
    const answered = this.read(workspaceId);
    const begun: Begun = { at: this.parts.clock.now(), look: this.inTime(answered), isOver: false };
    void answered.then(() => (begun.isOver = true));
    return begun;
  }

  private async read(workspaceId: string | null): Promise<Look> {
    const { store, clock, logger } = this.parts;
    const before = clock.now();
    try {
      const health = await store.health({ workspaceId, now: before });
      // The store read its clock at some moment in between.
      const skewMs = store.now === undefined ? 0 : Math.round(health.now - (before + clock.now()) / 2);
      return { health, skewMs };
    } catch (error) {
      logger.warn('the store did not say how it is', error);
      return null;
    }
  }

  private inTime(answered: Promise<Look>): Promise<Look> {
    const { clock } = this.parts;
    return new Promise((resolve) => {
      const callOff = clock.wakeAt(clock.now() + ANSWER_MS, () => resolve(null));
      void answered.then((look) => {
        callOff();
        resolve(look);
      });
    });
  }
}
