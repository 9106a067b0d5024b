/** Permits and grants that a restricted caller sees (contract section 18). */
import { isVisible } from '@org/approval-core/store';
import { visibleFault } from '@org/approval-core/internal';
import { type Check, type Checks, checkOptions, optional, text, truth } from '@org/approval-internal/options';
import { unknownPermit } from '../errors.js';
import type { StoredGrant, StoredPermit } from '../store/permit-store.js';
import type { Ask, GateCaller } from '../types.js';
import type { GateContext } from './context.js';

const visible: Check = (value) => [visibleFault(value)].filter((it) => it !== null);
const userId: Check = (value, name) => (value === null ? [] : text(value, name));

const CALLER: Checks<GateCaller> = {
  administersSteps: optional(truth),
  visible: optional(visible),
  userId: optional(userId),
  readsAs: optional(userId),
};

/**
 * Checks the restrictions of a caller by name, because a misspelled one would restrict nothing.
 * @throws TypeError that says all that is wrong.
 */
export const checkCaller = (caller: GateCaller): void => checkOptions('forWorkspace', caller, CALLER);

/** Parts of an ask that determine its run, existing or future. */
type Asks = {
  readonly [K in 'definitionId' | 'organizationId' | 'documentId']?: Ask[K] | null;
} & Pick<Ask, 'definitionId'>;

/** A permit without reviewers has no run, and matches no list. */
function isOfSeen({ visible }: GateCaller, asks: Asks | null): boolean {
  if (visible === undefined) return true;
  if (asks === null) return Object.keys(visible).length === 0;
  const { definitionId, organizationId = null, documentId = null } = asks;
  return isVisible(visible, { definitionId, organizationId, documentId });
}

/** A permit shows the contents of its run; its requester knows them anyway. */
export const seesPermit = (caller: GateCaller, { requester, ask }: StoredPermit): boolean =>
  requester.principal === caller.userId || isOfSeen(caller, ask);

/** @throws NOT_FOUND for one that the caller does not see. */
export function seen(caller: GateCaller, permitId: string, permit: StoredPermit | null): StoredPermit {
  if (permit !== null && seesPermit(caller, permit)) return permit;
  throw unknownPermit(permitId);
}

/**
 * True when the caller may read the run of the permit; a program may read its own permits.
 * @param permit as it was settled, so that its run is known.
 */
export async function readsPermit(
  { runs }: Pick<GateContext, 'runs'>,
  { readsAs, userId }: GateCaller,
  { workspaceId, requester, executionId }: StoredPermit,
): Promise<boolean> {
  if (readsAs === undefined || requester.principal === userId) return true;
  return readsAs !== null && executionId !== null && runs.isReader(workspaceId, executionId, readsAs);
}

/** `asks`: how people would be asked about such calls; null if they would not be. */
export const seesGrant = (
  caller: GateCaller,
  { requester, createdBy }: StoredGrant,
  asks: Asks | null,
): boolean => requester.principal === caller.userId || createdBy === caller.userId || isOfSeen(caller, asks);
