/** What a store keeps of absences: who is away, and who answers for them (contract section 17). */
import type { Absence } from '../../interpreter/people/substitutes.js';
import type { Page, PageRequest } from './page.js';

/** Absences in force that are read at once; no more of them are looked for. */
export const MOST_IN_FORCE = 1_000;

/** An absence as it is kept. */
export interface StoredAbsence extends Absence {
  readonly workspaceId: string;
  /** Id of the absence, unique in its workspace. */
  readonly absenceId: string;
}

/** What became of an absence that was to be kept. */
export type AbsenceResult =
  /** It is kept now. */
  | {
      /** What happened. */
      readonly kind: 'created';
    }
  /** The same one was kept before; it overlaps another one of the same person otherwise. */
  | {
      readonly kind: 'exists' | 'overlaps';
      /** Id of that one. */
      readonly absenceId: string;
    }
  /** The person has as many as they may have. */
  | { readonly kind: 'full' };

/** Which absence. */
export type AbsenceKey = Pick<StoredAbsence, 'workspaceId' | 'absenceId'>;

/** Which absences of a workspace to list. */
export interface AbsenceQuery {
  readonly workspaceId: string;
  /** Only those of this person. */
  readonly userId?: string | undefined;
}

/** Which absences are in force at a time, of these people or with these substitutes. */
export interface AbsencesInForce {
  readonly workspaceId: string;
  /** Time to look at, in ms since the epoch. */
  readonly at: number;
  /** Whose names are looked for, at most 100. */
  readonly userIds: readonly string[];
  /** Who is away, or who answers for them. */
  readonly as: 'absent' | 'substitute';
}

/** Of a person's absences those that were over before the last `most` that are. */
export const longOver = (
  own: readonly StoredAbsence[],
  { most, now }: { readonly most: number; readonly now: number },
): readonly StoredAbsence[] =>
  own
    .filter((it) => it.until <= now)
    .sort((a, b) => b.until - a.until)
    .slice(most);

/** Where absences are kept. */
export interface AbsenceStore {
  /**
   * Keeps an absence, unless it overlaps another one of its person (from the begin to before the end of each); of two that
   * race and overlap, one is kept. A person has up to `most` that are not over at `now`, and of those that are over the last `most`:
   * older ones go with the next that is kept, so that nobody fills the store with what means nothing any more.
   */
  setAbsence(
    absence: StoredAbsence,
    bounds: {
      /** How many a person may have. */
      readonly most: number;
      /** Time of the call, in ms since the epoch. */
      readonly now: number;
    },
  ): Promise<AbsenceResult>;
  /** The absence, or null. */
  findAbsence(key: AbsenceKey): Promise<StoredAbsence | null>;
  /** Forgets it; false: there is none. */
  clearAbsence(key: AbsenceKey): Promise<boolean>;
  /** Those that begin first first. */
  listAbsences(query: AbsenceQuery, page: PageRequest): Promise<Page<StoredAbsence>>;
  /** Up to 1,000 of them. */
  absencesInForce(query: AbsencesInForce): Promise<readonly StoredAbsence[]>;
}
