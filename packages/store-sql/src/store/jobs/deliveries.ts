/** Deliveries, and the rule that connects them with the job of their execution. */
import type {
  Claim,
  Delivery,
  DeliveryQuery,
  DeliveryStore,
  DeliveryWork,
  ExecutionKey,
  Page,
  PendingDelivery,
  PageRequest,
  Redelivery,
} from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { JOB_UPDATE } from '../../schema/commit-lists.js';
import { sql } from '../../sql/dialect.js';
import type { Session } from '../../sql/driver.js';
import { read, transact } from '../../sql/retry.js';
import { insertRows, runAll, selectRows } from '../../schema/statements.js';
import type { StoreContext } from '../context.js';
import { recordResults } from './delivery-results.js';
import { eventText, eventsAt } from '../read/events.js';
import type { QueueScans } from './queue-scans.js';
import { validClaims, tokenKey } from './valid-claims.js';
import { listPage, when } from '../read/page.js';
import { byExecution, distinct, lockExecutions, pending } from './pending-deliveries.js';
import { DELIVERY_UPDATE, deliveryJobRow, deliveryOf, redeliveredRow } from '../rows/deliveries.js';
import { executionValues, summaryOf } from '../rows/executions.js';
import { DELIVERY_JOB, jobValues } from '../rows/jobs.js';
import { textKey } from '../text-key.js';
import { visibleConditions } from '../read/visible.js';

export const deliveryStore = (context: StoreContext, scans: QueueScans): DeliveryStore => ({
  loadDeliveries: (claims) => load(context, claims),
  recordDeliveryResults: (results) => recordResults(context, results, scans),
  listDeliveries: (query, page) => list(context, query, page),
  async redeliver(request) {
    const again = await transact(context.driver, (session) => redeliver(context, session, request));
    // Scans may not know its receiver.
    scans.forget();
    return again;
  },
});

const list = (
  context: StoreContext,
  { workspaceId, executionId, status, visible }: DeliveryQuery,
  page: PageRequest,
): Promise<Page<Delivery>> =>
  listPage<RowOf<'deliveries'>, Delivery>(
    context,
    {
      shape: { tag: 'y', types: ['number', 'string', 'number'] },
      from: `select d.* from ${context.names.deliveries} d${visible === undefined ? '' : seenIn(context)}`,
      where: [
        ['d.workspace_id = ?', workspaceId],
        ...when('d.execution_id = ?', executionId),
        ...when('d.status = ?', status),
        ...visibleConditions(visible, 'e.'),
      ],
      order: ['d.created_at', 'd.execution_id', 'd.seq'],
      direction: 'desc',
      position: (row) => [row.created_at, row.execution_id, row.seq],
      item: deliveryOf,
    },
    page,
  );

/** Visibility depends on the row of the execution. */
const seenIn = ({ names }: StoreContext): string =>
  ` join ${names.executions} e on e.workspace_id = d.workspace_id and e.execution_id = d.execution_id`;

/** The first due delivery, and up to 8 after it. */
const AT_ONCE = 1 + 8;

async function load(context: StoreContext, claims: readonly Claim[]): Promise<(DeliveryWork | null)[]> {
  return read(context.driver, async (session) => {
    const valid = await validClaims(context, session, claims, { lock: false });
    const good = claims.filter((claim) => valid.has(tokenKey(claim)));
    const executions = distinct(good.map(({ job }) => executionValues(job)));
    const found = await pending(context, session, executions, AT_ONCE);
    const deliveries = [...found.values()].flat().map(deliveryOf);
    const events = await eventsAt(context, session, deliveries);
    const executionBy = byExecution(await selectRows(context, session, 'executions', executions));
    return claims.map((claim): DeliveryWork | null => {
      const key = textKey(...executionValues(claim.job));
      const execution = executionBy.get(key);
      const [first, ...following] = (found.get(key) ?? []).flatMap((row): PendingDelivery[] => {
        const delivery = deliveryOf(row);
        const event = events.get(eventText(delivery));
        return event === undefined ? [] : [{ delivery, event }];
      });
      if (!valid.has(tokenKey(claim)) || first === undefined || execution === undefined) return null;
      const { sealed_secret: sealedSecret } = execution;
      return { ...first, following, execution: summaryOf(execution), sealedSecret };
    });
  });
}

/** The pending delivery with the lowest seq of each execution, keyed by `executionText`. */
async function headsOf(
  context: StoreContext,
  session: Session,
  executions: readonly string[][],
): Promise<Map<string, RowOf<'deliveries'>>> {
  const found = await pending(context, session, executions, 1);
  return byExecution([...found.values()].flat());
}

async function redeliver(
  context: StoreContext,
  session: Session,
  { workspaceId, executionId, seq, now }: Redelivery,
): Promise<number | null> {
  const execution = { workspaceId, executionId };
  const [locked] = await lockExecutions(context, session, [executionValues(execution)]);
  if (locked === undefined) return null;
  const { text, params } =
    seq === null ? { text: "status = 'dead'", params: [] } : { text: 'seq = ?', params: [seq] };
  const { rows } = await session.run(
    sql<RowOf<'deliveries'>>(
      `select * from ${context.names.deliveries} where workspace_id = ? and execution_id = ? and ${text}`,
      [...executionValues(execution), ...params],
    ),
  );
  if (seq !== null && rows.length === 0) return null;
  const again = rows.filter((row) => row.status !== 'pending').map((row) => redeliveredRow(row, now));
  await runAll(context, session, insertRows(context, 'deliveries', again, { update: DELIVERY_UPDATE }));
  await planUnclaimed(context, session, execution);
  return again.length;
}

/** A claimed job keeps its claim; the rule applies to it when its delivery has a result. */
async function planUnclaimed(
  context: StoreContext,
  session: Session,
  execution: ExecutionKey,
): Promise<void> {
  const key = jobValues({ ...execution, ...DELIVERY_JOB });
  const [job] = await selectRows(context, session, 'jobs', [key], { lock: 'update' });
  if (job !== undefined && job.token !== null) return;
  const found = await headsOf(context, session, [executionValues(execution)]);
  const jobs = [...found.values()].map(deliveryJobRow);
  await runAll(context, session, insertRows(context, 'jobs', jobs, { update: JOB_UPDATE }));
}
