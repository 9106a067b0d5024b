/** Whether a standing grant covers a call (permits G5): exactly these arguments and no other. */
import { type JsonValue, canonicalJson } from '@org/approval-core';
import type { StoredGrant } from '../store/permit-store.js';
import type { ArgumentMatch, Call, Grantable } from '../types.js';

export function isCovered(
  { tool, target, args }: Call,
  grant: Pick<StoredGrant, 'tool' | 'target' | 'match'>,
): boolean {
  const names = Object.keys(args);
  return (
    grant.tool === tool &&
    grant.target === target &&
    names.length === Object.keys(grant.match).length &&
    names.every((name) => {
      const match = Object.hasOwn(grant.match, name) ? grant.match[name] : undefined;
      return match !== undefined && isMatch(args[name] as JsonValue, match);
    })
  );
}

/** Whether a rule would take the grant as it is. */
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

const isEqual = (a: JsonValue, b: JsonValue): boolean => canonicalJson(a) === canonicalJson(b);
