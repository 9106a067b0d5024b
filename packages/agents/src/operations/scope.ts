/** Context and caller of the gate's operations over HTTP. */
import { ApprovalError } from '@org/approval-core';
import type { Acting, RequestParser, Unchecked } from '@org/approval-core/internal';
import { denied, unknownPermit } from '../errors.js';
import { onBehalfOf } from '../requests.js';
import type { PermitOperations, RequesterRequest } from '../types.js';

/** Caller of an operation, limited to what the gate uses. */
export interface WireCaller {
  /** User of the token; null if it names none. */
  readonly subject: string | null;
  /** True when it sees permits of others; otherwise they are unknown. */
  readonly seesAll: boolean;
}

/** The permits of a workspace, and the caller. */
export interface GateScope {
  readonly permits: PermitOperations;
  readonly caller: WireCaller;
  readonly parser: Pick<RequestParser, 'parse'>;
}

/** Returns the user of the token as the actor. */
export function userOf({ subject }: WireCaller): string {
  if (subject !== null) return subject;
  throw new ApprovalError('PERMISSION_DENIED', 'the token names no user, so it cannot ask or act');
}

/** The requester: the token's program, optionally on behalf of a user. */
export const requesterOf = (caller: WireCaller, whom: string | null | undefined): RequesterRequest => ({
  principal: userOf(caller),
  onBehalfOf: whom ?? null,
});

/** @throws NOT_FOUND for a permit of another program, which the caller may not see. */
export async function ownOr({ permits, caller }: GateScope, permitId: string): Promise<void> {
  if (caller.seesAll) return;
  const own = userOf(caller);
  const { requester } = await permits.get({ permitId });
  if (requester.principal !== own) throw unknownPermit(permitId);
}

/** Acting on behalf of a user needs its own permission, for each item of a batch. */
export function actsForItself({ has }: Acting, { onBehalfOf: whom, items }: Unchecked): void {
  if (has('permits:on-behalf')) return;
  const asked: readonly Unchecked[] = Array.isArray(items) ? items : [{ onBehalfOf: whom }];
  if (asked.some((it) => it['onBehalfOf'] != null))
    throw denied('onBehalfOf needs the permission permits:on-behalf');
}

/** The user that a program acts for, and the one it acted for. */
export const behalf = {
  onBehalfOf: onBehalfOf.describe('User the program works for; needs `permits:on-behalf`.'),
};
export const asAsked = { onBehalfOf: onBehalfOf.describe('The same as in the request for the permit.') };
