/**
 * Writing permits: related writes share a transaction, and every change is conditional on `rev`.
 */
import { itemAt } from '@org/approval-internal/lists';
import type { InsertResult, PermitInsert, PermitUpdate, StoredPermit } from '@org/approval-agents';
import { insertRows, runAll } from '../schema/statements.js';
import { type Value, sql } from '../sql/dialect.js';
import type { Session } from '../sql/driver.js';
import { transact } from '../sql/retry.js';
import type { StoreContext } from '../store/context.js';
import { CHANGING, type PermitRow, principalKeyOf, refKeyOf, rowOf } from './rows.js';

/** Rolls back the transaction. */
class Abandoned extends Error {
  readonly result: InsertResult;

  constructor(result: InsertResult) {
    super(result);
    this.result = result;
  }
}

export async function insertPermit(context: StoreContext, insert: PermitInsert): Promise<InsertResult> {
  try {
    return await transact(context.driver, (session, { tries }) =>
      attempt(context, session, insert, tries > 0),
    );
  } catch (error) {
    if (error instanceof Abandoned) return error.result;
    throw error;
  }
}

/** The unique keys enforce the rules: a caller that collides retries and reads the existing row. */
async function attempt(
  context: StoreContext,
  session: Session,
  { permit, replaces, uses, maxPending }: PermitInsert,
  isAgain: boolean,
): Promise<InsertResult> {
  if (isAgain) {
    const there = await standing(context, session, permit);
    // The result of this insert was lost.
    if (there.some((it) => it.permit_id === permit.permitId)) return 'inserted';
    if (there.some((it) => it.live_key === null || it.permit_id !== replaces?.permit.permitId))
      return 'conflict';
  }
  if (replaces !== null && !(await changed(context, session, replaces))) return 'conflict';
  if (uses !== null && !(await used(context, session, permit.workspaceId, uses)))
    throw new Abandoned('grant-not-active');
  const slot = permit.state === 'pending' ? await freeSlot(context, session, permit, maxPending) : null;
  const row: PermitRow = { ...rowOf(permit), pending_slot: slot };
  await runAll(context, session, insertRows(context, 'permits', [row]));
  return 'inserted';
}

/** Rows that block this insert: the same request, and the live permit at its ref. */
async function standing(
  { names }: StoreContext,
  session: Session,
  permit: StoredPermit,
): Promise<readonly Pick<PermitRow, 'permit_id' | 'live_key'>[]> {
  const key = refKeyOf(permit);
  const { workspaceId, askedDigest, ref } = permit;
  const same = `select permit_id, null as live_key from ${names.permits} where workspace_id = ? and ref_key = ? and attempt = ? and asked_digest = ?`;
  const live = `select permit_id, live_key from ${names.permits} where workspace_id = ? and live_key = ?`;
  const isLive = permit.state === 'pending' || permit.state === 'granted';
  const { rows } = await session.run(
    sql<Pick<PermitRow, 'permit_id' | 'live_key'>>(same, [workspaceId, key, ref.attempt, askedDigest]),
  );
  if (!isLive) return rows;
  const alive = await session.run(sql<Pick<PermitRow, 'permit_id' | 'live_key'>>(live, [workspaceId, key]));
  return [...rows, ...alive.rows];
}

/**
 * A free slot among the pending permits of the principal; a random one, so that races seldom
 * collide.
 */
async function freeSlot(
  { names }: StoreContext,
  session: Session,
  { workspaceId, requester }: StoredPermit,
  maxPending: number | null,
): Promise<number> {
  const text = `select pending_slot from ${names.permits} where workspace_id = ? and principal_key = ? and pending_slot is not null`;
  const params = [workspaceId, principalKeyOf(requester.principal)];
  const { rows } = await session.run(sql<{ pending_slot: number }>(text, params));
  const taken = new Set(rows.map((it) => it.pending_slot));
  if (maxPending !== null && taken.size >= maxPending) throw new Abandoned('too-many-pending');
  const free = Array.from({ length: (maxPending ?? taken.size) + 1 }, (_, slot) => slot).filter(
    (slot) => !taken.has(slot) && (maxPending === null || slot < maxPending),
  );
  if (free.length === 0) throw new Abandoned('too-many-pending');
  return itemAt(free, Math.floor(Math.random() * free.length));
}

async function used(
  { names }: StoreContext,
  session: Session,
  workspaceId: string,
  { grantId, at }: { readonly grantId: string; readonly at: number },
): Promise<boolean> {
  const text = `update ${names.standing_grants} set uses = uses + 1
    where workspace_id = ? and grant_id = ? and revoked_at is null and uses < max_uses and expires_at > ?`;
  return (await session.run(sql(text, [workspaceId, grantId, at]))).count === 1;
}

/**
 * Never true for a write whose result was lost: another process may have written the same, and only
 * one of two that spend a permit may succeed.
 */
export const updatePermit = (context: StoreContext, update: PermitUpdate): Promise<boolean> =>
  transact(context.driver, (session) => changed(context, session, update));

export async function changed(
  { names }: StoreContext,
  session: Session,
  { permit, rev }: PermitUpdate,
): Promise<boolean> {
  const row = rowOf(permit);
  const values: Value[] = CHANGING.map((name) => row[name]);
  // A pending permit keeps its slot; any other gives it back.
  const slot = permit.state === 'pending' ? '' : ', pending_slot = null';
  const text = `update ${names.permits} set ${CHANGING.map((name) => `${name} = ?`).join(', ')}${slot}
    where workspace_id = ? and permit_id = ? and rev = ?`;
  const { count } = await session.run(sql(text, [...values, permit.workspaceId, permit.permitId, rev]));
  return count === 1;
}
