/** On whose behalf the operations of a workspace are done. */
import { isPlainObject } from '../definition/json.js';
import type { Via } from '../interpreter/state.js';
import type { ExecutionState } from '../interpreter/state.js';
import { type Visible, VISIBLE_FIELDS, isVisible } from '../ports/store/visible.js';
import type { EngineContext } from './context.js';
import { ApprovalError } from './errors.js';

/** What a caller may read, and what the events say of it; all of it by default, and nothing. */
export interface Caller {
  /** The user whose runs alone it reads: those that this user is a party of. null: none. Left out: any run. */
  readonly readsAs?: string | null | undefined;
  /** Which runs it sees at all. */
  readonly visible?: Visible | undefined;
  /** Where the decision page is served, in front of `/v2/decide/`; null or left out: nowhere. */
  readonly linksBaseUrl?: string | null | undefined;
  /** How it proved who it is, for the events of what is decided. */
  readonly via?: Via | null | undefined;
}

/** Most ids of one kind in `Visible`. */
export const MAX_VISIBLE_IDS = 1_000;

/** What is wrong with a `Visible` that a host gave; null: nothing. */
export function visibleFault(given: unknown): string | null {
  if (!isPlainObject(given)) return 'visible must give an object';
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(VISIBLE_FIELDS, key));
  if (unknown !== undefined) return `visible gave "${unknown}", which it does not know`;
  for (const [field, ids] of Object.entries(given)) {
    if (ids === undefined) continue;
    const isGood =
      Array.isArray(ids) && ids.length <= MAX_VISIBLE_IDS && ids.every((it) => typeof it === 'string');
    if (!isGood) return `visible must give up to ${MAX_VISIBLE_IDS} texts as ${field}`;
  }
  return null;
}

/** The state of a run that the caller may read; any other is answered as an unknown one is. */
export async function readState(
  context: EngineContext,
  workspaceId: string,
  { readsAs, visible }: Caller,
  executionId: string,
): Promise<ExecutionState> {
  const state = await context.pipeline.load({ workspaceId, executionId });
  if (state === null || !isVisible(visible, state)) throw unknownExecution(executionId);
  if (readsAs !== undefined && !(await isReader(context, state, readsAs)))
    throw unknownExecution(executionId);
  return state;
}

export const unknownExecution = (executionId: string): ApprovalError =>
  new ApprovalError('NOT_FOUND', `there is no execution "${executionId}"`);

/** A party, or whoever may answer a waiting step now as a substitute. */
async function isReader(
  { store, absences }: EngineContext,
  state: ExecutionState,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return false;
  const { workspaceId, executionId } = state;
  const [isParty] = await store.areParties([{ workspaceId, executionId, userId }]);
  return isParty === true || (await absences.mayStandIn(state, userId));
}

/** The user that a listing is narrowed to: the caller's own, unless it may read any run. */
export function ownUser({ readsAs }: Caller, asked: string | undefined): string | null | undefined {
  if (readsAs === undefined) return asked;
  if (asked === undefined || asked === readsAs) return readsAs;
  throw new ApprovalError(
    'PERMISSION_DENIED',
    'this needs the permission executions:read-any; without it leave the user out, or give your own',
  );
}
