/** Absences as operations need them: the substitutes of now (contract section 17). */
import { type Absence, MAX_LINKS, substitutesOf } from '../../interpreter/people/substitutes.js';
import type { ExecutionState, StepState } from '../../interpreter/state.js';
import type { AbsenceStore, AbsencesInForce } from '../../ports/store/absences.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import { ApprovalError } from '../errors.js';
import { NEXT_MICROTASK } from '../scheduling/batcher.js';
import type { StoreClock } from '../scheduling/store-clock.js';

/** Names that are looked for at once. */
const AT_ONCE = 100;
/** Limit of absent users per substitute; an inbox ignores further ones. */
const MOST_ABSENT = 500;

export class AbsenceBook {
  private readonly store: ApprovalStore;
  private readonly clock: StoreClock;

  constructor(store: ApprovalStore, clock: StoreClock) {
    this.store = store;
    this.clock = clock;
  }

  /** @throws ApprovalError FAILED_PRECONDITION for a store that keeps none. */
  get kept(): AbsenceStore {
    const { absences } = this.store;
    if (absences !== undefined) return absences;
    throw new ApprovalError('FAILED_PRECONDITION', 'the store of this engine keeps no absences');
  }

  /** The absences that let a user substitute now: the evidence of a decision. */
  links(workspaceId: string, userId: string): Promise<readonly Absence[]> {
    return this.linksOf(workspaceId, [userId]);
  }

  /** Looks up absences of the reviewers of waiting steps, each reviewer once. */
  lookup(workspaceId: string): AbsenceLookup {
    return new AbsenceLookup((userIds) => this.linksOf(workspaceId, userIds));
  }

  private async linksOf(workspaceId: string, userIds: readonly string[]): Promise<readonly Absence[]> {
    const found: Absence[] = [];
    let names = [...userIds];
    for (let link = 0; link < MAX_LINKS && names.length > 0; link++) {
      const more = await this.inForce({ workspaceId, userIds: names, as: 'absent' });
      found.push(...more);
      names = more.map((it) => it.substituteId);
    }
    return found;
  }

  /** Absent reviewers who have a substitute now. */
  async absentFor(workspaceId: string, userId: string): Promise<readonly string[]> {
    const found: Absence[] = [];
    let names = [userId];
    for (let link = 0; link < MAX_LINKS && names.length > 0; link++) {
      const more = await this.inForce({ workspaceId, userIds: names, as: 'substitute' });
      const fresh = more.filter((it) => !found.some((known) => known.userId === it.userId));
      found.push(...fresh);
      names = fresh.map((it) => it.userId).slice(0, AT_ONCE);
    }
    const now = this.clock.now();
    const absent = [...new Set(found.map((it) => it.userId))];
    return absent.filter((it) => substitutesOf(it, found, now).includes(userId)).slice(0, MOST_ABSENT);
  }

  /** Returns the absences of all reviewers an execution waits for. */
  async ofWaiting({ workspaceId, steps }: Pick<ExecutionState, 'workspaceId' | 'steps'>) {
    const waiting = steps.filter((it) => it.people?.substitutes === true);
    const names = [...new Set(waiting.flatMap((it) => it.waitingForReviewers))].slice(0, AT_ONCE);
    return this.linksOf(workspaceId, names);
  }

  private async inForce(query: Omit<AbsencesInForce, 'at'>): Promise<readonly Absence[]> {
    const { absences } = this.store;
    if (absences === undefined) return [];
    return absences.absencesInForce({ ...query, at: this.clock.now() });
  }
}

/** Absences of reviewers of a listing. Steps that are viewed at once share a statement. */
export class AbsenceLookup {
  private readonly known = new Map<string, Promise<readonly Absence[]>>();
  private gathered: { readonly names: string[]; readonly found: Promise<readonly Absence[]> } | null = null;
  private readonly read: (userIds: readonly string[]) => Promise<readonly Absence[]>;

  constructor(read: (userIds: readonly string[]) => Promise<readonly Absence[]>) {
    this.read = read;
  }

  /** Absences from which the substitutes of a waiting step follow; empty if it takes none. */
  async of({ people, waitingForReviewers }: StepState): Promise<readonly Absence[]> {
    if (people?.substitutes !== true) return [];
    const found = await Promise.all(waitingForReviewers.slice(0, AT_ONCE).map((it) => this.ofUser(it)));
    return [...new Set(found.flat())];
  }

  private ofUser(userId: string): Promise<readonly Absence[]> {
    const known = this.known.get(userId);
    if (known !== undefined) return known;
    const gathered =
      this.gathered !== null && this.gathered.names.length < AT_ONCE ? this.gathered : this.gather();
    gathered.names.push(userId);
    this.known.set(userId, gathered.found);
    return gathered.found;
  }

  /** Begins a statement for the names that are added in this turn. */
  private gather() {
    const names: string[] = [];
    const found = NEXT_MICROTASK.then(() => {
      if (this.gathered?.names === names) this.gathered = null;
      return this.read(names);
    });
    this.gathered = { names, found };
    return this.gathered;
  }
}
