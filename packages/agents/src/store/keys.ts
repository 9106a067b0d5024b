/**
 * Keys to find permits by: hashes of one length, equal if their contents are equal byte for byte.
 */
import { canonicalJson, sha256Hex } from '@org/approval-core/internal';
import type { Requester } from '../types.js';
import type { RefKey, StoredPermit } from './permit-store.js';

const keyOf = (...parts: readonly (string | null)[]): string => sha256Hex(canonicalJson(parts));

/** Key of a call in a run of a requester, for all attempts. */
export const refKeyOf = ({ requester, ref }: Pick<RefKey, 'requester' | 'ref'>): string =>
  keyOf(requester.principal, requester.onBehalfOf, ref.framework, ref.runId, ref.callId);

/** Key of a requester: the program, and the user it works for. */
export const requesterKeyOf = ({ principal, onBehalfOf }: Requester): string => keyOf(principal, onBehalfOf);

/** Key of a tool of a requester. */
export const toolKeyOf = ({ requester, tool }: { requester: Requester; tool: string }): string =>
  keyOf(requester.principal, requester.onBehalfOf, tool);

export const principalKeyOf = (principal: string): string => keyOf(principal);

/** True when it may still be redeemed, now or later; a ref has at most one of these. */
export const isLive = ({ state }: Pick<StoredPermit, 'state'>): boolean =>
  state === 'pending' || state === 'granted';

/** Time when it must be settled even if it is not read; null: never. */
export const dueAtOf = (permit: Pick<StoredPermit, 'state' | 'closing' | 'expiresAt'>): number | null => {
  if (permit.closing) return 0;
  return isLive(permit) ? permit.expiresAt : null;
};

/** True when retention must keep it. */
export const isOutcomeUnknown = ({ state, outcome }: Pick<StoredPermit, 'state' | 'outcome'>): boolean =>
  state === 'spent' && outcome === null;
