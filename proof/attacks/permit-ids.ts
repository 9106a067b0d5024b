/** Ids of permits and grants are random: requests have names, replaced on sending. */
import type { SeededPermits } from '../../packages/http/src/test-support/permits.js';

/** Permits of each kind that are seeded. */
export const PERMIT_SEEDS = 4;

type Kind = 'pendingId' | 'grantedId' | 'spentId' | 'grantId';
const nameOf = (kind: Kind, index: number): string => `seed_${kind}_${index}`;
const NAME = /seed_(pendingId|grantedId|spentId|grantId)_(\d)/g;

/** The names of all of a kind. */
export const namesOf = (kind: Kind): string[] =>
  Array.from({ length: PERMIT_SEEDS }, (_, index) => nameOf(kind, index));
/** Names of every permit, and of an unknown one. */
export const PERMIT_NAMES = [
  ...namesOf('pendingId'),
  ...namesOf('grantedId'),
  ...namesOf('spentId'),
  'permit_none',
];
export const GRANT_NAMES = [...namesOf('grantId'), 'grant_none'];

/** Replaces names by existing ids; other bytes stay. */
export function withIds(body: Uint8Array, permits: readonly SeededPermits[]): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  const named = text.replace(
    NAME,
    (name, kind: Kind, index: string) => permits[Number(index)]?.[kind] ?? name,
  );
  return named === text ? body : new Uint8Array(Buffer.from(named, 'latin1'));
}
