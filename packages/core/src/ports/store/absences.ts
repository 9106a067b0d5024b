/** Stored absences: absent users and their substitutes (contract section 17). */
import type { Absence } from '../../interpreter/people/substitutes.js';
import type { Page, PageRequest } from './page.js';

/** Absences in force that are read at once; no more of them are looked for. */
export const MOST_IN_FORCE = 1_000;

/** A stored absence. */
export interface StoredAbsence extends Absence {
  readonly workspaceId: string;
  /** Id of the absence, unique in its workspace. */
  readonly absenceId: string;
}

/** Result of storing an absence. */
export type AbsenceResult =
  /** It is now stored. */
  | {
      /** Kind of result. */
      readonly kind: 'created';
    }
  /** `exists`: the same one is stored; otherwise it overlaps another one of the user. */
  | {
      readonly kind: 'exists' | 'overlaps';
      /** Id of that one. */
      readonly absenceId: string;
    }
  /** The user has reached the limit. */
  | { readonly kind: 'full' };

/** Key of an absence. */
export type AbsenceKey = Pick<StoredAbsence, 'workspaceId' | 'absenceId'>;

/** Filter of a workspace's absences. */
export interface AbsenceQuery {
  readonly workspaceId: string;
  /** Only those of this user. */
  readonly userId?: string | undefined;
}

/** Filter of absences in force at a time, by absent users or substitutes. */
export interface AbsencesInForce {
  readonly workspaceId: string;
  /** Time to look at, in ms since the epoch. */
  readonly at: number;
  /** Users to look for, at most 100. */
  readonly userIds: readonly string[];
  /** Role of those users. */
  readonly as: 'absent' | 'substitute';
}

/** Returns a user's ended absences except the last `most` of them. */
export const longOver = (
  own: readonly StoredAbsence[],
  { most, now }: { readonly most: number; readonly now: number },
): readonly StoredAbsence[] =>
  own
    .filter((it) => it.until <= now)
    .sort((a, b) => b.until - a.until)
    .slice(most);

/** Storage of absences. */
export interface AbsenceStore {
  /**
   * Stores an absence, unless it overlaps another one of its user (from the start to before the end
   * of each); of two that race and overlap, one is stored. A user has up to `most` that are not
   * over at `now`, and the last `most` that are over: older ones are deleted with the next write,
   * which bounds the storage.
   */
  setAbsence(
    absence: StoredAbsence,
    bounds: {
      /** Limit per user. */
      readonly most: number;
      /** Time of the call, in ms since the epoch. */
      readonly now: number;
    },
  ): Promise<AbsenceResult>;
  /** The absence, or null. */
  findAbsence(key: AbsenceKey): Promise<StoredAbsence | null>;
  /** Deletes it; resolves to false if it does not exist. */
  clearAbsence(key: AbsenceKey): Promise<boolean>;
  /** Lists the earliest start first. */
  listAbsences(query: AbsenceQuery, page: PageRequest): Promise<Page<StoredAbsence>>;
  /** Up to 1,000 of them. */
  absencesInForce(query: AbsencesInForce): Promise<readonly StoredAbsence[]>;
}
