/** Matching of standing grants against calls (permits G5): exactly these arguments and no other. */
import { isJsonList } from '@org/approval-internal/json';
import { itemAt } from '@org/approval-internal/lists';
import type { JsonValue } from '@org/approval-core';
import { isPlainObject } from '@org/approval-core/internal';
import { nextTurn } from '@org/approval-internal/turns';
import type { StoredGrant } from '../store/permit-store.js';
import type { ArgumentMatch, Call, Grantable } from '../types.js';

export function isCovered(
  { tool, target, args }: Call,
  grant: Pick<StoredGrant, 'tool' | 'target' | 'match'>,
): boolean {
  const given: readonly [string, JsonValue][] = Object.entries(args);
  return (
    grant.tool === tool &&
    grant.target === target &&
    given.length === Object.keys(grant.match).length &&
    given.every(([name, value]) => {
      const match = Object.hasOwn(grant.match, name) ? grant.match[name] : undefined;
      return match !== undefined && isMatch(value, match);
    })
  );
}

/** True when a rule would accept the grant as it is. */
export const isWithin = (
  { maxUses, createdAt, expiresAt, createdBy }: StoredGrant,
  rule: Grantable,
): boolean =>
  maxUses <= rule.maxUses &&
  expiresAt - createdAt <= rule.maxMs &&
  (rule.by === undefined || rule.by.includes(createdBy));

function isMatch(value: JsonValue, match: ArgumentMatch): boolean {
  if ('eq' in match) return isEqual(value, match.eq);
  if ('in' in match) return match.in.some((it) => isEqual(value, it));
  const [from, to] = match.between;
  return typeof value === 'number' && value >= from && value <= to;
}

/**
 * Deep equality of JSON. It stops at the first difference and visits no more than the smaller
 * value: an argument of 192 KiB is compared with the values of many grants.
 */
function isEqual(a: JsonValue, b: JsonValue): boolean {
  if (isJsonList(a))
    return isJsonList(b) && a.length === b.length && a.every((it, at) => isEqual(it, itemAt(b, at)));
  if (!isPlainObject(a) || !isPlainObject(b)) return a === b;
  const names = Object.keys(b);
  if (names.length !== Object.keys(a).length) return false;
  return names.every((name) => {
    const [one, other] = [Object.hasOwn(a, name) ? a[name] : undefined, b[name]];
    return one !== undefined && other !== undefined && isEqual(one, other);
  });
}

/** Grants compared in one turn of the event loop: each has up to 64 KiB of values. */
const GRANTS_PER_TURN = 8;

/** Returns the grants that cover a call. */
export async function covering(call: Call, grants: readonly StoredGrant[]): Promise<StoredGrant[]> {
  const found: StoredGrant[] = [];
  for (const [index, grant] of grants.entries()) {
    if (index > 0 && index % GRANTS_PER_TURN === 0) await nextTurn();
    if (isCovered(call, grant)) found.push(grant);
  }
  return found;
}
