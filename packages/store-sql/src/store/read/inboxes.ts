/** Several inboxes as one: a user's own, and steps that the user may decide as a substitute. */
import type { Names } from '../../schema/names.js';
import { roundedUp } from '../context.js';
import type { Condition, Cut, Source } from './page.js';

export interface Inboxes extends Cut {
  /** Keys of users (`personKey`). */
  readonly own: string;
  /** Keys of absent users; at least one. */
  readonly others: readonly string[];
  /** Conditions on rows `i` of inboxes. */
  readonly ofStep: readonly Condition[];
  /** Conditions on their executions, `e`. */
  readonly ofRun: readonly Condition[];
  /** Columns of `i`. */
  readonly order: readonly string[];
}

/** SQLite takes 500 selects in one union. */
const MOST_IN_A_UNION = 64;

export const joinRun = ({ executions }: Pick<Names, 'executions'>): string =>
  `join ${executions} e on e.workspace_id = i.workspace_id and e.execution_id = i.execution_id`;

/**
 * The first steps of all inboxes, each step once, as a source for a select. Each inbox is read
 * along its index, up to the size of the page, independent of its length.
 */
export function inboxesOf(
  names: Pick<Names, 'inbox' | 'executions'>,
  { own, others, ofStep, ofRun, order, beyond, limit }: Inboxes,
): Source {
  const conditions = [...ofStep, ...ofRun, ...beyond];
  const ending = `order by ${order.join(', ')} limit ${limit}`;
  const first = (more: string): string =>
    `select i.workspace_id, i.execution_id, i.step_id, i.waiting_since, i.due_at from ${names.inbox} i
      ${ofRun.length === 0 ? '' : joinRun(names)}
      where i.reviewer = ?${more} and ${conditions.map(([text]) => text).join(' and ')} ${ending}`;
  const params = conditions.flatMap(([, ...values]) => values);
  const people = [own, ...padded(others)];
  const selects = people.map((_, index) => first(index === 0 ? '' : ' and i.substitutes = 1'));
  return [
    `(select * from (${union(portions(selects).map(union))}) i ${ending})`,
    ...people.flatMap((person) => [person, ...params]),
  ];
}

/** Padded to a power of two, so that few statements are prepared: a repeated inbox adds nothing. */
const padded = (people: readonly string[]): string[] => [
  ...people,
  ...Array.from({ length: roundedUp(people.length) - people.length }, () => people[0] ?? ''),
];

const portions = (selects: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(selects.length / MOST_IN_A_UNION) }, (_, index) =>
    selects.slice(index * MOST_IN_A_UNION, (index + 1) * MOST_IN_A_UNION),
  );

/** Removes duplicate rows. */
const union = (selects: readonly string[]): string =>
  selects.map((select, index) => `select * from (${select}) u${index}`).join(' union ');
