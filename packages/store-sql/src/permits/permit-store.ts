/** Permits and standing grants in two tables, on any database that a driver exists for. */
import { nextTurn } from '@org/approval-internal/turns';
import type {
  GrantKey,
  PermitQuery,
  PermitRetentionRequest,
  PermitStore,
  RefKey,
  RefState,
  StoredGrant,
  StoredPermit,
} from '@org/approval-agents';
import { deleteRows, insertRows, runAll, selectRows } from '../schema/statements.js';
import { type Value, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { read, transact } from '../sql/retry.js';
import { type StoreContext, roundedUp } from '../store/context.js';
import { guarded } from '../store/guard.js';
import { listPage, when } from '../store/read/page.js';
import {
  type GrantRow,
  type PermitRow,
  grantOf,
  grantRowOf,
  permitOf,
  principalKeyOf,
  refKeyOf,
  requesterKeyOf,
  toolKeyOf,
} from './rows.js';
import { changed, insertPermit, updatePermit } from './write-permits.js';

type Methods = Omit<PermitStore, 'permitContractVersion' | 'durable' | 'inTransaction'>;

export const permitStore = (context: StoreContext): PermitStore => ({
  permitContractVersion: 1,
  durable: true,
  ...guarded<Methods>({ ...writesOf(context), ...readsOf(context), ...grantsOf(context) }, context.driver),
});

type GrantMethods = 'insertGrant' | 'loadGrant' | 'listGrants' | 'coveringGrants' | 'revokeGrant';
type Writes = 'insertPermit' | 'updatePermit' | 'countRefusal' | 'deletePermits';

const writesOf = (context: StoreContext): Pick<Methods, Writes> => ({
  insertPermit: (insert) => insertPermit(context, insert),
  updatePermit: (update) => updatePermit(context, update),
  countRefusal: async ({ workspaceId, permitId }) => {
    const text = `update ${context.names.permits} set refusals = refusals + 1 where workspace_id = ? and permit_id = ?`;
    await transact(context.driver, (session) => session.run(sql(text, [workspaceId, permitId])));
  },
  deletePermits: (request) => transact(context.driver, (session) => deletePermits(context, session, request)),
});

const readsOf = (context: StoreContext): Omit<Methods, Writes | GrantMethods> => ({
  loadPermit: async (key) => (await select(context, KEY, [key.workspaceId, key.permitId]))[0] ?? null,
  findAsked: async ({ attempt, digest, ...key }) => {
    const where = 'workspace_id = ? and ref_key = ? and attempt = ? and (asked_digest = ? or digest = ?)';
    const found = await select(context, where, [key.workspaceId, refKeyOf(key), attempt, digest, digest]);
    const amended = found.sort((a, b) => b.createdAt - a.createdAt).find((it) => it.digest === digest);
    return found.find((it) => it.askedDigest === digest) ?? amended ?? null;
  },
  findRef: (key) => findRef(context, key),
  findSameCall: async ({ workspaceId, requester, digest, limit = 100 }) => {
    const key = requesterKeyOf(requester);
    // One index per condition; a call may have 192 KiB, and none is read twice.
    const part = (condition: string, ...digests: string[]) =>
      select(
        context,
        `workspace_id = ? and requester_key = ? and ${condition} and ${UNDECIDED} ${NEWEST} limit ${limit}`,
        [workspaceId, key, ...digests],
      );
    const asked = await part('asked_digest = ?', digest);
    const amended = await part('digest = ? and asked_digest <> ?', digest, digest);
    return [...asked, ...amended].sort(newestFirst).slice(0, limit);
  },
  listPermits: (query, page) =>
    listPage<PermitRow, StoredPermit>(
      context,
      {
        shape: { tag: 'p', types: ['number', 'string'] },
        from: `select created_at, permit_id, refusals, body from ${context.names.permits}`,
        where: conditions(query),
        order: ['created_at', 'permit_id'],
        direction: 'desc',
        position: (row) => [row.created_at, row.permit_id],
        item: permitOf,
      },
      page,
    ),
  pendingOf: ({ workspaceId, principal }) =>
    select(context, 'workspace_id = ? and principal_key = ? and pending_slot is not null limit 200', [
      ...[workspaceId, principalKeyOf(principal)],
    ]),
  duePermits: async ({ at, limit }) =>
    (
      await select(context, `due_at is not null and due_at <= ? order by due_at limit ${roundedUp(limit)}`, [
        at,
      ])
    ).slice(0, limit),
  walkPending: async ({ after, limit }) =>
    (
      await select(
        context,
        `state = 'pending' and (workspace_id > ? or (workspace_id = ? and permit_id > ?))
          order by workspace_id, permit_id limit ${roundedUp(limit)}`,
        [after?.workspaceId ?? '', after?.workspaceId ?? '', after?.permitId ?? ''],
      )
    ).slice(0, limit),
});

const grantsOf = (context: StoreContext): Pick<Methods, GrantMethods> => ({
  insertGrant: (grant) =>
    transact(context.driver, (session, { tries }) =>
      // A retry may find its own row: the key is random.
      runAll(
        context,
        session,
        insertRows(context, 'standing_grants', [grantRowOf(grant)], tries > 0 ? { update: [] } : {}),
      ),
    ),
  loadGrant: async ({ workspaceId, grantId }) => {
    const rows = await read(context.driver, (session) =>
      selectRows(context, session, 'standing_grants', [[workspaceId, grantId]]),
    );
    return rows.map(grantOf)[0] ?? null;
  },
  listGrants: ({ workspaceId, principal }, page) =>
    listPage<GrantRow, StoredGrant>(
      context,
      {
        shape: { tag: 'g', types: ['number', 'string'] },
        from: `select created_at, grant_id, uses, revoked_at, body from ${context.names.standing_grants}`,
        where: [
          ['workspace_id = ?', workspaceId],
          ...when('principal_key = ?', principal === undefined ? undefined : principalKeyOf(principal)),
        ],
        order: ['created_at', 'grant_id'],
        direction: 'desc',
        position: (row) => [row.created_at, row.grant_id],
        item: grantOf,
      },
      page,
    ),
  coveringGrants: async ({ workspaceId, requester, tool, at }) => {
    const text = `select uses, revoked_at, body from ${context.names.standing_grants}
      where workspace_id = ? and tool_key = ? and expires_at > ? and revoked_at is null and uses < max_uses
      order by created_at, grant_id limit 200`;
    const { rows } = await read(context.driver, (session) =>
      session.run(sql<GrantRow>(text, [workspaceId, toolKeyOf(requester, tool), at])),
    );
    const grants: StoredGrant[] = [];
    for (const [index, row] of rows.entries()) {
      // Each grant has up to 64 KiB of text, and a principal may have 200.
      if (index > 0 && index % GRANTS_PER_TURN === 0) await nextTurn();
      grants.push(grantOf(row));
    }
    return grants;
  },
  revokeGrant: (key, at, revoked) =>
    transact(context.driver, (session) => revokeGrant(context, session, { key, at, revoked })),
});

/** Grants parsed in one turn of the event loop. */
const GRANTS_PER_TURN = 16;

const KEY = 'workspace_id = ? and permit_id = ?';
const UNDECIDED = "state in ('pending', 'denied')";
const NEWEST = 'order by created_at desc, permit_id desc';

const newestFirst = (a: StoredPermit, b: StoredPermit): number =>
  b.createdAt - a.createdAt || (a.permitId < b.permitId ? 1 : -1);

async function select(
  { names, driver }: StoreContext,
  where: string,
  params: readonly Value[],
): Promise<StoredPermit[]> {
  const text = `select refusals, body from ${names.permits} where ${where}`;
  const { rows } = await read(driver, (session) => session.run(sql<PermitRow>(text, params)));
  return rows.map(permitOf);
}

async function findRef({ names, driver }: StoreContext, key: RefKey): Promise<RefState> {
  const params = [key.workspaceId, refKeyOf(key)];
  const last = `select max(attempt) as attempt from ${names.permits} where workspace_id = ? and ref_key = ?`;
  const live = `select refusals, body from ${names.permits} where workspace_id = ? and live_key = ?`;
  // The live one first: an attempt made in between is higher than the last and collides with its
  // row.
  const [permit] = (await read(driver, (session) => session.run(sql<PermitRow>(live, params)))).rows;
  const [row] = (await read(driver, (session) => session.run(sql<{ attempt: number | null }>(last, params))))
    .rows;
  return { live: permit === undefined ? null : permitOf(permit), lastAttempt: row?.attempt ?? 0 };
}

const conditions = ({ workspaceId, state, principal, outcome }: PermitQuery) => [
  ['workspace_id = ?', workspaceId] as const,
  ...when('state = ?', state),
  ...when('principal_key = ?', principal === undefined ? undefined : principalKeyOf(principal)),
  ...when('unreported = ?', outcome === undefined ? undefined : 1),
];

async function deletePermits(
  context: StoreContext,
  session: Session,
  { endedBefore, limit }: PermitRetentionRequest,
): Promise<number> {
  const text = `select workspace_id, permit_id from ${context.names.permits}
    where deletable_at is not null and deletable_at < ? order by deletable_at limit ${roundedUp(limit)}`;
  const { rows } = await session.run(sql<Pick<PermitRow, 'workspace_id' | 'permit_id'>>(text, [endedBefore]));
  const keys = rows.slice(0, limit).map((it) => [it.workspace_id, it.permit_id]);
  if (keys.length > 0) await runAll(context, session, deleteRows(context, 'permits', keys));
  return keys.length;
}

interface Revocation {
  readonly key: GrantKey;
  readonly at: number;
  readonly revoked: (permit: StoredPermit) => StoredPermit;
}

/** The lock on the grant prevents its use; permits that were spent meanwhile are read again. */
async function revokeGrant(
  context: StoreContext,
  session: Session,
  { key: { workspaceId, grantId }, at, revoked }: Revocation,
): Promise<readonly StoredPermit[] | null> {
  const { names } = context;
  const key = [workspaceId, grantId];
  const [grant] = await selectRows(context, session, 'standing_grants', [key], { lock: 'update' });
  if (grant === undefined) return null;
  const mark = `update ${names.standing_grants} set revoked_at = ? where workspace_id = ? and grant_id = ? and revoked_at is null`;
  await session.run(sql(mark, [at, ...key]));
  const text = `select refusals, body from ${names.permits} where workspace_id = ? and grant_id = ? and state = 'granted'`;
  const done: StoredPermit[] = [];
  for (let left = true; left;) {
    left = false;
    const { rows } = await session.run(sql<PermitRow>(text, key));
    for (const permit of rows.map(permitOf)) {
      const next = revoked(permit);
      if (await changed(context, session, { permit: next, rev: permit.rev })) done.push(next);
      else left = true;
    }
  }
  return done;
}
