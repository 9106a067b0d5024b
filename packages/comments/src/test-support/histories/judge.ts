/**
 * Judges what became of what people wrote. Every word that was acknowledged is there, or was shown
 * to the person who replaced it or took it away. Words that were taken away are gone for good;
 * words that were given up are nowhere.
 */
import type { StoredThread } from '../../store/rows.js';

/** One attempt to give a field of a thread or of a comment a value; null takes it away for good. */
export interface Attempt {
  readonly who: string;
  /** Tab in which it was made. */
  readonly tab: number;
  /** Position among all attempts, repeats included. */
  readonly order: number;
  /** True for a repeat of a write that failed. */
  readonly isRepeat: boolean;
  /** The thread and its field, or a comment's id: `t1/note`, `t1/17`. */
  readonly field: string;
  /** Value that the tab showed when it was written; null: nothing. */
  readonly seen: string | null;
  readonly value: string | null;
  isAcknowledged: boolean;
  /** True when it was never sent, or the customer's side refused it. */
  isRefused: boolean;
  /** True when its writer gave it up, or saw that it failed and never tried it again. */
  isGivenUp: boolean;
}

/** State of a thread on both sides in the end. */
export interface Final {
  readonly content: StoredThread | undefined;
  readonly structure: StoredThread | undefined;
}

export const isComment = (field: string): boolean => /\/\d+$/.test(field);

/**
 * Returns the value that a side has for a field; null: it is not there. The status is the
 * service's.
 */
function valueOf({ content, structure }: Final, field: string): string | null {
  const name = field.slice(field.indexOf('/') + 1);
  const thread = name === 'status' ? structure : content;
  if (thread === undefined || thread.thread.isDeleted === true) return null;
  if (!isComment(field)) return (thread.thread.record[name] as string | undefined) ?? null;
  const row = thread.comments[name];
  return row === undefined || row.isDeleted === true ? null : (row.record.commentText as string);
}

/**
 * Every value that was shown on the way to the one that is there now. A deletion that was refused
 * took nothing away. The words of other attempts are unique, so that those that are there say by
 * themselves that they were written.
 */
function wayTo(value: string | null, attempts: readonly Attempt[]): ReadonlySet<string | null> {
  const way = new Set<string | null>([value]);
  for (const step of way)
    for (const it of attempts)
      if (it.value === step && it.seen !== null && !(it.value === null && it.isRefused)) way.add(it.seen);
  return way;
}

/**
 * True when the same tab wrote the same anew since. Its writer knew their own word, even if a
 * repeat of an older one was shown over it. A repeat itself replaces nothing that is newer.
 */
const isReplacedByItsTab = (
  { tab, order }: Attempt,
  attempts: readonly Attempt[],
  way: ReadonlySet<string | null>,
): boolean => attempts.some((it) => !it.isRepeat && it.tab === tab && it.order > order && way.has(it.value));

/** Returns the faults, in words; empty: nothing is wrong. */
export function faultsIn(finals: ReadonlyMap<string, Final>, attempts: readonly Attempt[]): string[] {
  return [...new Set(attempts.map((it) => it.field))].flatMap((field) => {
    const final = finals.get(field.slice(0, field.indexOf('/'))) ?? NOTHING;
    const own = attempts.filter((it) => it.field === field);
    return faultsOf(field, final, own, (it) => erases(it, attempts));
  });
}

const NOTHING: Final = { content: undefined, structure: undefined };

/**
 * True for a deletion that is for good. The deletion of a thread that never came to both sides only
 * gives it up: the next person makes it anew, with other fields. Its comments stay gone.
 */
const erases = ({ value, field, order }: Attempt, all: readonly Attempt[]): boolean =>
  value === null &&
  (isComment(field) ||
    all.some(
      (it) =>
        it.isAcknowledged &&
        it.value !== null &&
        all.some((one) => one.order === order && one.value === null && one.seen === it.value),
    ));

function faultsOf(
  field: string,
  final: Final,
  attempts: readonly Attempt[],
  isErasing: (attempt: Attempt) => boolean,
): string[] {
  const value = valueOf(final, field);
  const way = wayTo(value, attempts);
  const acknowledged = attempts.filter((it) => it.isAcknowledged);
  const isKept = (it: Attempt) => way.has(it.value) || isReplacedByItsTab(it, attempts, way);
  const lost = acknowledged.filter((it) => it.value !== null && !isKept(it));
  const isErased = acknowledged.some(isErasing);
  const faults = lost.map(
    (it) => `lost: ${field} was ${String(it.value)} of ${it.who}, and is ${String(value)}`,
  );
  if (isErased && value !== null) faults.push(`back: ${field} was deleted, and is ${value}`);
  if (!isComment(field)) return faults;
  const row = final.structure?.comments[field.slice(field.indexOf('/') + 1)];
  const isTold = row !== undefined && row.isDeleted !== true && final.structure?.thread.isDeleted !== true;
  if (isErased && isTold) faults.push(`back: the service still tells of ${field}`);
  if (acknowledged.length > 0 && value !== null && !isTold)
    faults.push(`lost: the service does not tell of ${field}, ${value}`);
  const isGivenUp = attempts.every((it) => it.isGivenUp);
  if (isGivenUp && (isTold || value !== null))
    faults.push(`published: ${field} was given up, and is ${String(value)}`);
  return faults;
}
