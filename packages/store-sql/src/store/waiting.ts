/** Waiting steps: of everybody, or of one person's inbox. Its index ends where the page does, however much waits. */
import type { Page, PageRequest, WaitingQuery, WaitingStep } from '@org/approval-core';
import { EVERYBODY, NEVER, personKey } from '../schema/inbox-rows.js';
import type { RowOf } from '../schema/tables.js';
import type { StoreContext } from './context.js';
import { conditions } from './execution-conditions.js';
import { type Condition, listPage, when } from './page.js';
import { summaryOf } from './rows/executions.js';
import { stepOf } from './rows/steps.js';

interface WaitingRow extends Pick<RowOf<'executions'>, 'header' | 'body'> {
  readonly execution_id: string;
  readonly step_id: string;
  readonly place: number;
  readonly step: RowOf<'steps'>['body'];
}

export function listWaiting(
  context: StoreContext,
  { reviewerId, standsInFor = [], sort, dueBefore, ...query }: WaitingQuery,
  page: PageRequest,
): Promise<Page<WaitingStep>> {
  const { names } = context;
  const place = sort === 'due' ? 'i.due_at' : 'i.waiting_since';
  const own = reviewerId === undefined ? EVERYBODY : personKey(reviewerId);
  const others = reviewerId === undefined ? [] : standsInFor.map(personKey);
  const where: Condition[] = [
    ['i.workspace_id = ?', query.workspaceId],
    ...(others.length === 0 ? ([['i.reviewer = ?', own]] satisfies Condition[]) : []),
    ...when('i.due_at < ?', dueBefore),
    ...(dueBefore === undefined ? [] : ([['i.due_at < ?', NEVER]] satisfies Condition[])),
  ];
  return listPage<WaitingRow, WaitingStep>(
    context,
    {
      shape: { tag: sort === 'due' ? 'd' : 'w', types: ['number', 'string', 'string'] },
      from: `select i.execution_id, i.step_id, ${place} as place, s.body as step, e.header, e.body
        from ${inboxOf(context, own, others)} i
        join ${names.steps} s
        on s.workspace_id = i.workspace_id and s.execution_id = i.execution_id and s.step_id = i.step_id
        join ${names.executions} e
        on e.workspace_id = i.workspace_id and e.execution_id = i.execution_id`,
      where: [...where, ...conditions(query, 'e.').slice(1)],
      order: [place, 'i.execution_id', 'i.step_id'],
      direction: 'asc',
      place: (row) => [row.place, row.execution_id, row.step_id],
      item: (row) => ({ execution: summaryOf(row), step: stepOf({ body: row.step }) }),
    },
    page,
  );
}

/** Of somebody who stands in for others: each step once, that of an absent person where substitutes may answer. */
function inboxOf({ names }: StoreContext, own: string, others: readonly string[]): string {
  if (others.length === 0) return names.inbox;
  // Nothing but hexadecimal digits.
  const keys = others.map((it) => `'${it}'`).join(', ');
  return `(select distinct workspace_id, execution_id, step_id, waiting_since, due_at from ${names.inbox}
    where reviewer = '${own}' or (substitutes = 1 and reviewer in (${keys})))`;
}
