/**
 * Permits in memory: the reference for the permit store contract, for tests and small tools. One
 * process, not durable. Every method finishes synchronously, so nothing races inside.
 */
import type { Page, PageRequest } from '@org/approval-core/store';
import { dueAtOf, isLive, isOutcomeUnknown, refKeyOf, requesterKeyOf } from './keys.js';
import type {
  AskedQuery,
  CoveringQuery,
  GrantKey,
  GrantQuery,
  InsertResult,
  PermitInsert,
  PermitKey,
  PermitQuery,
  PermitRetentionRequest,
  PermitStore,
  PermitUpdate,
  RefKey,
  RefState,
  SameCallQuery,
  StoredGrant,
  StoredPermit,
} from './permit-store.js';

/**
 * A new, empty permit store.
 * @example
 * ```ts
 * import { createApprovalGate, createMemoryPermitStore } from '@org/approval-agents';
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 *
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const policies = { rules: [{ tool: 'files.read', do: 'allow' as const }] };
 * const gate = createApprovalGate({ engine, store: createMemoryPermitStore(), policies });
 * console.log(await gate.check()); // → []
 * await gate.stop();
 * await engine.stop();
 * ```
 */
export function createMemoryPermitStore(): PermitStore {
  const memory = new MemoryPermits();
  return {
    permitContractVersion: 1,
    durable: false,
    insertPermit: async (insert) => memory.insert(insert),
    updatePermit: async (update) => memory.update(update),
    countRefusal: async (key) => memory.countRefusal(key),
    loadPermit: async (key) => memory.find(key) ?? null,
    findAsked: async (query) => memory.findAsked(query),
    findRef: async (key) => memory.findRef(key),
    findSameCall: async (query) => memory.findSameCall(query),
    listPermits: async (query, page) => memory.list(query, page),
    pendingOf: async ({ workspaceId, principal }) => memory.pendingOf(workspaceId, principal).slice(0, 200),
    duePermits: async ({ at, limit }) => memory.due(at, limit),
    walkPending: async ({ after, limit }) => memory.walk(after, limit),
    deletePermits: async (request) => memory.delete(request),
    insertGrant: async (grant) => memory.insertGrant(grant),
    loadGrant: async (key) => memory.grants.get(grantText(key)) ?? null,
    listGrants: async (query, page) => memory.listGrants(query, page),
    coveringGrants: async (query) => memory.covering(query),
    revokeGrant: async (key, at, revoked) => memory.revokeGrant(key, at, revoked),
  };
}

const permitText = ({ workspaceId, permitId }: PermitKey): string => JSON.stringify([workspaceId, permitId]);
const grantText = ({ workspaceId, grantId }: GrantKey): string => JSON.stringify([workspaceId, grantId]);
const refText = ({ workspaceId, ...key }: RefKey): string => JSON.stringify([workspaceId, refKeyOf(key)]);

class MemoryPermits {
  readonly grants = new Map<string, StoredGrant>();
  private readonly permits = new Map<string, StoredPermit>();
  /** Ids of the permits at each ref and of each requester, in the order of the requests. */
  private readonly byRef = new Map<string, Set<string>>();
  private readonly byRequester = new Map<string, Set<string>>();

  find(key: PermitKey): StoredPermit | undefined {
    return this.permits.get(permitText(key));
  }

  insert({ permit, replaces, uses, maxPending }: PermitInsert): InsertResult {
    const { ref, askedDigest, workspaceId } = permit;
    const others = this.atRef(permit);
    const isThere = others.some((it) => it.ref.attempt === ref.attempt && it.askedDigest === askedDigest);
    const live = others.find(isLive);
    if (isThere || live?.permitId !== replaces?.permit.permitId || live?.rev !== replaces?.rev)
      return 'conflict';
    const grant = uses === null ? null : this.grants.get(grantText({ workspaceId, grantId: uses.grantId }));
    if (uses !== null && (grant == null || !isActive(grant, uses.at))) return 'grant-not-active';
    if (maxPending !== null && this.pendingAfter(permit, replaces) > maxPending) return 'too-many-pending';
    if (replaces !== null) this.write(replaces.permit);
    if (grant != null) this.grants.set(grantText(grant), { ...grant, uses: grant.uses + 1 });
    this.write(permit);
    add(this.byRef, refText(permit), permitText(permit));
    add(this.byRequester, requesterText(permit), permitText(permit));
    return 'inserted';
  }

  update({ permit, rev }: PermitUpdate): boolean {
    const stored = this.find(permit);
    if (stored?.rev !== rev) return false;
    this.write({ ...permit, refusals: stored.refusals });
    return true;
  }

  countRefusal(key: PermitKey): void {
    const permit = this.find(key);
    if (permit !== undefined) this.write({ ...permit, refusals: permit.refusals + 1 });
  }

  findAsked({ attempt, digest, ...key }: AskedQuery): StoredPermit | null {
    const there = this.atRef(key).filter((it) => it.ref.attempt === attempt);
    return (
      there.find((it) => it.askedDigest === digest) ?? there.findLast((it) => it.digest === digest) ?? null
    );
  }

  findRef(key: RefKey): RefState {
    const there = this.atRef(key);
    return {
      live: there.find(isLive) ?? null,
      lastAttempt: there.reduce((last, { ref }) => Math.max(last, ref.attempt), 0),
    };
  }

  findSameCall({ digest, limit = 100, ...asker }: SameCallQuery): StoredPermit[] {
    return this.of(this.byRequester.get(requesterText(asker)))
      .filter(({ state }) => state === 'pending' || state === 'denied')
      .filter((it) => it.askedDigest === digest || it.digest === digest)
      .sort(newestFirst((it) => it.permitId))
      .slice(0, limit);
  }

  pendingOf(workspaceId: string, principal: string): StoredPermit[] {
    return [...this.permits.values()].filter(
      (it) =>
        it.state === 'pending' && it.workspaceId === workspaceId && it.requester.principal === principal,
    );
  }

  due(at: number, limit: number): StoredPermit[] {
    return [...this.permits.values()]
      .map((permit) => ({ permit, due: dueAtOf(permit) ?? Infinity }))
      .filter(({ due }) => due <= at)
      .sort((a, b) => a.due - b.due)
      .slice(0, limit)
      .map(({ permit }) => permit);
  }

  walk(after: PermitKey | null, limit: number): StoredPermit[] {
    const beyond = after === null ? '' : permitText(after);
    return [...this.permits.entries()]
      .filter(([key, { state }]) => state === 'pending' && key > beyond)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([, permit]) => permit);
  }

  delete({ endedBefore, limit }: PermitRetentionRequest): number {
    const gone = [...this.permits.values()]
      .filter((it) => it.endedAt !== null && it.endedAt < endedBefore && !it.closing && !isOutcomeUnknown(it))
      .slice(0, limit);
    for (const permit of gone) {
      this.permits.delete(permitText(permit));
      remove(this.byRef, refText(permit), permitText(permit));
      remove(this.byRequester, requesterText(permit), permitText(permit));
    }
    return gone.length;
  }

  list({ workspaceId, state, principal, outcome }: PermitQuery, page: PageRequest): Page<StoredPermit> {
    const found = [...this.permits.values()].filter(
      (it) =>
        it.workspaceId === workspaceId &&
        (state === undefined || it.state === state) &&
        (principal === undefined || it.requester.principal === principal) &&
        (outcome === undefined || isOutcomeUnknown(it)),
    );
    return pageOf(found, (it) => it.permitId, page);
  }

  insertGrant(grant: StoredGrant): void {
    const key = grantText(grant);
    if (!this.grants.has(key)) this.grants.set(key, grant);
  }

  listGrants({ workspaceId, principal }: GrantQuery, page: PageRequest): Page<StoredGrant> {
    const found = [...this.grants.values()].filter(
      (it) =>
        it.workspaceId === workspaceId && (principal === undefined || it.requester.principal === principal),
    );
    return pageOf(found, (it) => it.grantId, page);
  }

  covering({ workspaceId, requester, tool, at }: CoveringQuery): StoredGrant[] {
    return [...this.grants.values()]
      .filter(
        (it) =>
          it.workspaceId === workspaceId &&
          it.tool === tool &&
          it.requester.principal === requester.principal &&
          it.requester.onBehalfOf === requester.onBehalfOf &&
          isActive(it, at),
      )
      .sort((a, b) => newestFirst<StoredGrant>((it) => it.grantId)(b, a))
      .slice(0, 200);
  }

  revokeGrant(
    key: GrantKey,
    at: number,
    revoked: (permit: StoredPermit) => StoredPermit,
  ): StoredPermit[] | null {
    const grant = this.grants.get(grantText(key));
    if (grant === undefined) return null;
    this.grants.set(grantText(key), { ...grant, revokedAt: grant.revokedAt ?? at });
    const permits = [...this.permits.values()]
      .filter((it) => it.workspaceId === key.workspaceId && it.grantId === key.grantId)
      .filter(({ state }) => state === 'granted')
      .map(revoked);
    for (const permit of permits) this.write(permit);
    return permits;
  }

  private pendingAfter(permit: StoredPermit, replaces: PermitUpdate | null): number {
    const others = this.pendingOf(permit.workspaceId, permit.requester.principal);
    return 1 + others.filter((it) => it.permitId !== replaces?.permit.permitId).length;
  }

  private atRef(key: RefKey): StoredPermit[] {
    return this.of(this.byRef.get(refText(key)));
  }

  private of(keys: ReadonlySet<string> = new Set()): StoredPermit[] {
    return [...keys].flatMap((key) => this.permits.get(key) ?? []);
  }

  private write(permit: StoredPermit): void {
    this.permits.set(permitText(permit), permit);
  }
}

const requesterText = ({ workspaceId, requester }: Pick<StoredPermit, 'workspaceId' | 'requester'>): string =>
  JSON.stringify([workspaceId, requesterKeyOf(requester)]);

const isActive = ({ revokedAt, uses, maxUses, expiresAt }: StoredGrant, at: number): boolean =>
  revokedAt === null && uses < maxUses && expiresAt > at;

function add(index: Map<string, Set<string>>, key: string, value: string): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, new Set([value]));
  else known.add(value);
}

function remove(index: Map<string, Set<string>>, key: string, value: string): void {
  const known = index.get(key);
  if (known?.delete(value) === true && known.size === 0) index.delete(key);
}

const newestFirst =
  <T extends { readonly createdAt: number }>(idOf: (item: T) => string) =>
  (a: T, b: T): number =>
    b.createdAt - a.createdAt || (idOf(a) < idOf(b) ? 1 : -1);

const CURSOR = /^(\d{1,16}) (.{1,200})$/;

/** Returns the page after the cursor, newest first. */
function pageOf<T extends { readonly createdAt: number }>(
  items: readonly T[],
  idOf: (item: T) => string,
  { limit, cursor }: PageRequest,
): Page<T> {
  const place = cursor === null ? null : CURSOR.exec(cursor);
  if (cursor !== null && place === null) return 'bad-cursor';
  const [, time = '', id = ''] = place ?? [];
  const isBeyond = (it: T) => it.createdAt < Number(time) || (it.createdAt === Number(time) && idOf(it) < id);
  const sorted = items.filter((it) => place === null || isBeyond(it)).sort(newestFirst(idOf));
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  const follows = sorted.length > limit && last !== undefined;
  return { items: page, cursor: follows ? `${last.createdAt} ${idOf(last)}` : null };
}
