/** Ids of permits and grants cannot be guessed: requests are drawn with names in their place, which are replaced as they are sent. */
import type { SeededPermits } from '../../packages/http/src/test-support/permits.js';

/** So many permits of each kind are seeded. */
export const PERMIT_SEEDS = 4;

type Kind = 'pendingId' | 'grantedId' | 'spentId' | 'grantId';
const nameOf = (kind: Kind, index: number): string => `seed_${kind}_${index}`;
const NAME = /seed_(pendingId|grantedId|spentId|grantId)_(\d)/g;

/** The names of every one of a kind. */
export const namesOf = (kind: Kind): string[] =>
  Array.from({ length: PERMIT_SEEDS }, (_, index) => nameOf(kind, index));
/** Of every permit, and of one that is not there. */
export const PERMIT_NAMES = [
  ...namesOf('pendingId'),
  ...namesOf('grantedId'),
  ...namesOf('spentId'),
  'permit_none',
];
export const GRANT_NAMES = [...namesOf('grantId'), 'grant_none'];

/** The body with the ids of those that are there; every other byte is as it was. */
export function withIds(body: Uint8Array, permits: readonly SeededPermits[]): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  const named = text.replace(
    NAME,
    (name, kind: Kind, index: string) => permits[Number(index)]?.[kind] ?? name,
  );
  return named === text ? body : new Uint8Array(Buffer.from(named, 'latin1'));
}
