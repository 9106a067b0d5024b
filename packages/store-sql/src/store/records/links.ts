/** Links that decide for a reviewer. */
import type { LinkKey, LinkStore, StoredLink } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { insertRows, runAll } from '../../schema/statements.js';
import { type Value, sql } from '../../sql/dialect.js';
import { fromJson, toJson } from '../../sql/json.js';
import { read, transact } from '../../sql/retry.js';
import type { StoreContext } from '../context.js';

export const linkStore = (context: StoreContext): LinkStore => ({
  createLink: (link) =>
    transact(context.driver, (session, { tries }) =>
      // A retry may find its own row: the key is random.
      runAll(context, session, insertRows(context, 'links', [rowOf(link)], tries > 0 ? { update: [] } : {})),
    ),
  findLink: async (tokenHash) => (await select(context, 'token_hash = ?', [tokenHash]))[0] ?? null,
  loadLink: async (key) => (await select(context, KEY, valuesOf(key)))[0] ?? null,
  listLinks: ({ workspaceId, executionId, stepId }) =>
    select(context, 'workspace_id = ? and execution_id = ? and step_id = ?', [
      workspaceId,
      executionId,
      stepId,
    ]),
  revokeLink: async (key, at) => {
    const text = `update ${context.names.links} set revoked_at = ? where ${KEY} and revoked_at is null`;
    await transact(context.driver, (session) => session.run(sql(text, [at, ...valuesOf(key)])));
    return (await select(context, KEY, valuesOf(key))).length > 0;
  },
  deleteLink: async (key) => {
    const text = `delete from ${context.names.links} where ${KEY}`;
    await transact(context.driver, (session) => session.run(sql(text, valuesOf(key))));
  },
});

const KEY = 'workspace_id = ? and link_id = ?';
const valuesOf = ({ workspaceId, linkId }: LinkKey): Value[] => [workspaceId, linkId];

type LinkRow = Pick<RowOf<'links'>, 'revoked_at' | 'body'>;

async function select(
  { names, driver }: StoreContext,
  where: string,
  params: Value[],
): Promise<StoredLink[]> {
  const statement = sql<LinkRow>(`select revoked_at, body from ${names.links} where ${where}`, params);
  const { rows } = await read(driver, (session) => session.run(statement));
  return rows.map(({ body, revoked_at: revokedAt }) => ({ ...fromJson(body), revokedAt }));
}

const rowOf = (link: StoredLink): RowOf<'links'> => ({
  workspace_id: link.workspaceId,
  link_id: link.linkId,
  token_hash: link.tokenHash,
  execution_id: link.executionId,
  step_id: link.stepId,
  revoked_at: link.revokedAt,
  body: toJson(link),
});
