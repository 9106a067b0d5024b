/**
 * Waiting steps: all, or those of one reviewer's inbox and of users for whom they substitute. Index
 * reads end with the page.
 */
import type { Page, PageRequest, WaitingQuery, WaitingStep } from '@org/approval-core/store';
import { EVERYBODY, NEVER, personKey } from '../rows/inbox.js';
import type { RowOf } from '../../schema/tables.js';
import type { StoreContext } from '../context.js';
import { conditions } from './execution-conditions.js';
import { inboxesOf, joinRun } from './inboxes.js';
import { type Condition, type Listing, listPage, when } from './page.js';
import { summaryOf } from '../rows/executions.js';
import { stepOf } from '../rows/steps.js';

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
  const order = [place, 'i.execution_id', 'i.step_id'];
  const own = reviewerId === undefined ? EVERYBODY : personKey(reviewerId);
  const others = reviewerId === undefined ? [] : standsInFor.map(personKey);
  const ofStep: Condition[] = [
    ['i.workspace_id = ?', query.workspaceId],
    ...when('i.due_at < ?', dueBefore),
    ...(dueBefore === undefined ? [] : ([['i.due_at < ?', NEVER]] satisfies Condition[])),
  ];
  const ofRun = conditions(query, 'e.').slice(1);
  const from = (
    inbox: string,
  ): string => `select i.execution_id, i.step_id, ${place} as place, s.body as step, e.header, e.body
        from ${inbox} i
        join ${names.steps} s
        on s.workspace_id = i.workspace_id and s.execution_id = i.execution_id and s.step_id = i.step_id
        ${joinRun(names)}`;
  const source: Pick<Listing<WaitingRow, WaitingStep>, 'from' | 'where'> = others.length === 0
    ? { from: from(names.inbox), where: [...ofStep, ['i.reviewer = ?', own], ...ofRun] }
    : {
        from: (cut) => {
          const [inbox, ...params] = inboxesOf(names, { own, others, ofStep, ofRun, order, ...cut });
          return [from(inbox), ...params];
        },
        where: [['i.workspace_id = ?', query.workspaceId]],
      };
  return listPage<WaitingRow, WaitingStep>(
    context,
    {
      ...source,
      shape: { tag: sort === 'due' ? 'd' : 'w', types: ['number', 'string', 'string'] },
      order,
      direction: 'asc',
      position: (row) => [row.place, row.execution_id, row.step_id],
      item: (row) => ({ execution: summaryOf(row), step: stepOf({ body: row.step }) }),
    },
    page,
  );
}
