/** Standing grants (permits G5). */
import type { JsonObject } from '@org/approval-core';
import { canonicalJson, isSamePerson } from '@org/approval-core/internal';
import { checkArguments } from '../call/call.js';
import { redacted } from '../call/pointer.js';
import { denied, invalid, refused, unknownGrant } from '../errors.js';
import { keyedGrantId, newId } from '../ids.js';
import { PERMIT_LIMITS } from '../limits.js';
import { createGrant, listGrants, revokeGrant } from '../requests.js';
import type { StoredGrant } from '../store/permit-store.js';
import type {
  Ask,
  CreateGrantRequest,
  GateCaller,
  GrantMatch,
  GrantOperations,
  GrantView,
  Grantable,
  ListGrantsRequest,
  PermitPage,
  RevokeGrantRequest,
} from '../types.js';
import { requesterOf } from './ask.js';
import { expired, revoked } from './changes.js';
import { type GateContext, redactionsOf } from './context.js';
import { listed } from './listing.js';
import { operate } from './operate.js';
import { seesGrant } from './seen.js';
import { settled } from './settle.js';
import { viewGrant } from './view.js';

export class Grants implements GrantOperations {
  private readonly context: GateContext;
  private readonly workspaceId: string;
  private readonly caller: GateCaller;

  constructor(context: GateContext, workspaceId: string, caller: GateCaller) {
    this.context = context;
    this.workspaceId = workspaceId;
    this.caller = caller;
  }

  create(request: CreateGrantRequest): Promise<GrantView> {
    return operate(async () => {
      const {
        requester: given,
        reason = null,
        idempotencyKey,
        ...asked
      } = this.context.parse(createGrant, request);
      const now = this.context.clock.now();
      const requester = requesterOf(given);
      const match = asked.match as unknown as GrantMatch;
      const grantId =
        idempotencyKey === undefined ? newId('grant', now) : keyedGrantId(asked.createdBy, idempotencyKey);
      const grant: StoredGrant = {
        ...asked,
        ...{ workspaceId: this.workspaceId, grantId, requester, match, reason },
        ...{ uses: 0, createdAt: now, revokedAt: null },
      };
      const known = idempotencyKey === undefined ? null : await this.context.store.loadGrant(grant);
      if (known !== null) return viewGrant(sameOr(known, grant), now);
      checkMatch(this.context, grant);
      checkCaps(grant, now, this.context.matcher.firstAsk(grant.tool, grant.target, requester));
      await this.context.store.insertGrant(grant);
      if (idempotencyKey === undefined) return viewGrant(grant, now);
      // A concurrent repeat may have been faster, and its grant may have uses already.
      const stored = await this.context.store.loadGrant(grant);
      return viewGrant(sameOr(stored ?? grant, grant), now);
    });
  }

  list(request: ListGrantsRequest = {}): Promise<PermitPage<GrantView>> {
    return operate(async () => {
      const { pageSize, cursor, ...rest } = this.context.parse(listGrants, request);
      const query = { workspaceId: this.workspaceId, ...rest };
      const now = this.context.clock.now();
      return listed({
        query: ['grants', query],
        page: { pageSize, cursor },
        list: (slice) => this.context.store.listGrants(query, slice),
        view: async (grant) => (this.sees(grant) ? viewGrant(grant, now) : null),
      });
    });
  }

  revoke(request: RevokeGrantRequest): Promise<GrantView> {
    return operate(async () => {
      const { grantId, actorId } = this.context.parse(revokeGrant, request);
      const { store, clock } = this.context;
      const key = { workspaceId: this.workspaceId, grantId };
      const at = clock.now();
      const known = await store.loadGrant(key);
      if (known === null || !this.sees(known)) throw unknownGrant(grantId);
      const permits = await store.revokeGrant(key, at, (permit) =>
        // A permit that had expired before the revocation stays expired, even if settled later.
        at >= permit.expiresAt ? expired(permit) : revoked(permit, { at, actorId, code: 'grant-revoked' }),
      );
      if (permits === null) throw unknownGrant(grantId);
      for (const permit of permits) this.context.announce(permit);
      for (const permit of permits) await settled(this.context, permit);
      const grant = await store.loadGrant(key);
      if (grant === null) throw unknownGrant(grantId);
      return viewGrant(grant, at);
    });
  }

  private sees(grant: StoredGrant): boolean {
    const { tool, target, requester } = grant;
    return seesGrant(this.caller, grant, this.context.matcher.firstAsk(tool, target, requester));
  }
}

/** @throws FAILED_PRECONDITION where the key stands for another grant. */
function sameOr(known: StoredGrant, asked: StoredGrant): StoredGrant {
  if (termsOf(known) === termsOf(asked)) return known;
  throw refused('key-reused', 'this idempotencyKey made another grant; give a new key', {
    grantId: known.grantId,
  });
}

const termsOf = ({ requester, tool, target, match, maxUses, expiresAt, reason }: StoredGrant): string =>
  canonicalJson({ ...{ tool, target, match, maxUses, expiresAt, reason }, requester: { ...requester } });

/** @throws where the rule takes no such grant; what is above a cap is refused, never cut down. */
function checkCaps(grant: StoredGrant, now: number, rule: Ask | null): void {
  const { tool, createdBy, requester, maxUses, expiresAt } = grant;
  if (isSamePerson(createdBy, requester.principal)) throw denied(`"${createdBy}" cannot grant its own calls`);
  const grantable: Grantable | undefined = rule?.grantable;
  if (grantable === undefined)
    throw invalid('tool', `no rule takes a standing grant for "${tool}"`, 'not-grantable');
  if (maxUses > grantable.maxUses)
    throw invalid('maxUses', `is above the rule's cap of ${grantable.maxUses}`);
  if (expiresAt <= now) throw invalid('expiresAt', 'is not in the future');
  if (expiresAt > now + grantable.maxMs)
    throw invalid('expiresAt', `is more than the rule's ${grantable.maxMs} ms from now`);
  if (grantable.by !== undefined && !grantable.by.includes(createdBy))
    throw denied(`the rule does not let "${createdBy}" grant "${tool}"`);
}

/** @throws for values that no call has, or that are not kept. */
function checkMatch(context: GateContext, { tool, target, match }: StoredGrant): void {
  const bytes = new TextEncoder().encode(canonicalJson(match)).length;
  if (bytes > PERMIT_LIMITS.matchBytes)
    throw invalid('match', `is ${bytes} bytes of JSON; ${PERMIT_LIMITS.matchBytes} at most`);
  checkArguments(match, 'match');
  const pointers = redactionsOf(context, tool);
  for (const sample of samplesOf(match)) {
    if (redacted({ tool, target, args: sample }, pointers).hidden.length > 0)
      throw invalid('match', 'names a value that is not kept, and so cannot be part of a grant', 'redacted');
  }
}

/** Yields calls such that each named value occurs in one of them. */
function* samplesOf(match: GrantMatch): Generator<JsonObject> {
  yield {};
  for (const [name, it] of Object.entries(match)) {
    const values = 'eq' in it ? [it.eq] : 'in' in it ? it.in : [...it.between];
    for (const value of values) yield { [name]: value };
  }
}
