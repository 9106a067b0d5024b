/** Subscriptions to the feed. */
import type { StoredSubscription, SubscriptionStore } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { insertRows, selectRows } from '../../schema/statements.js';
import { sql } from '../../sql/dialect.js';
import { fromJson, toJson } from '../../sql/json.js';
import { read, transact } from '../../sql/retry.js';
import { type StoreContext, roundedUp } from '../context.js';

type BodyRow = Pick<RowOf<'subscriptions'>, 'body'>;

export const subscriptionStore = (context: StoreContext): SubscriptionStore => ({
  loadSubscription: async ({ workspaceId, name }) => {
    const [row] = await read(context.driver, (session) =>
      selectRows(context, session, 'subscriptions', [[workspaceId, name]]),
    );
    return row === undefined ? null : fromJson(row.body);
  },
  saveSubscription: (next) => save(context, next),
  deleteSubscription: async ({ workspaceId, name }) => {
    const text = `delete from ${context.names.subscriptions} where workspace_id = ? and name = ?`;
    const { count } = await transact(context.driver, (session) =>
      session.run(sql(text, [workspaceId, name])),
    );
    return count === 1;
  },
  listSubscriptions: async ({ workspaceId, limit }) => {
    const text = `select body from ${context.names.subscriptions} where workspace_id = ? order by name limit ${roundedUp(limit)}`;
    const { rows } = await read(context.driver, (session) => session.run(sql<BodyRow>(text, [workspaceId])));
    return rows.slice(0, limit).map(({ body }) => fromJson(body));
  },
});

/**
 * Conflicts show in the number of changed rows: a first version is inserted only where none exists,
 * and after a lost connection the row names its writer.
 */
function save(context: StoreContext, next: StoredSubscription): Promise<boolean> {
  const { workspaceId: workspace_id, name, rev } = next;
  const body = toJson(next);
  return transact(context.driver, async (session, { afterLoss }) => {
    const [known] = await selectRows(context, session, 'subscriptions', [[workspace_id, name]], {
      lock: 'update',
    });
    if (afterLoss && known?.body === body) return true;
    if ((known?.rev ?? 0) !== rev - 1) return false;
    const row = { workspace_id, name, rev, body };
    const update = known === undefined ? {} : { update: ['rev', 'body'] as const };
    for (const write of insertRows(context, 'subscriptions', [row], update)) await session.run(write);
    return true;
  });
}
