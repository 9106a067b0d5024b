/**
 * Names of people are the host's: what a writer says of a name, their own or another's, is not kept
 * and not shown.
 */
import { mapPeople, peopleIn, withoutNames } from '../content/people.js';
import type { User } from '../record.js';

/** A person in the host's accounts. Every reader of the thread sees it. */
export interface Account {
  /** Name to show. */
  readonly name?: string;
  readonly [field: string]: unknown;
}

/** Accounts by userId; a person who has none is shown by their userId alone. */
export type AccountsOf = (
  userIds: readonly string[],
  organizationId: string,
) => Promise<ReadonlyMap<string, Account>>;

/** So many people are one question. */
const MOST_ASKED = 1_000;

/**
 * Returns a function that puts the names of the host's accounts into a record.
 * @param accountsOf undefined: names are what the host's own processes have written, and no others
 * are kept.
 */
export async function namesFor(
  records: readonly object[],
  accountsOf: AccountsOf | undefined,
  organizationId: string,
): Promise<<Of extends object>(record: Of) => Of> {
  if (accountsOf === undefined) return (record) => record;
  const ids = [...new Set(records.flatMap((it) => [...peopleIn(it)]))];
  const accounts = new Map<string, Account>();
  for (let start = 0; start < ids.length; start += MOST_ASKED)
    for (const [id, it] of await accountsOf(ids.slice(start, start + MOST_ASKED), organizationId))
      accounts.set(id, it);
  const named = ({ userId }: User): User => ({ ...accounts.get(userId), userId });
  return (record) => mapPeople(record, named);
}

/** A record as a person may write it: of everybody in it, who they are, and nothing else. */
export const asWritten = <Of extends object>(record: Of, isSystem: boolean): Of =>
  isSystem ? record : withoutNames(record);
