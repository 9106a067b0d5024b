/** Reading a run as its caller may. */
import { openStep, placesStoodInFor } from '../../interpreter/people/standing-in.js';
import type { ExecutionState } from '../../interpreter/state.js';
import { nodeOf } from '../../interpreter/transition.js';
import { isVisible } from '../../ports/store/visible.js';
import { unknownExecution } from '../errors.js';
import type { Reading } from '../scope.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

/** The state of a run that the caller may read; any other is answered as an unknown one is. */
export async function readState(on: Reading, executionId: string): Promise<ExecutionState> {
  const { turns, pipeline, workspaceId } = on;
  const { readsAs, visible } = on.caller;
  // A run may hold 32 MiB: if the read takes up a turn, the processing waits for another.
  const before = turns.pause();
  if (before !== null) await before;
  const state = await pipeline.load({ workspaceId, executionId });
  const behind = turns.pause();
  if (behind !== null) await behind;
  if (state === null || !isVisible(visible, state)) throw unknownExecution(executionId);
  if (readsAs !== undefined && !(await isReader(on, state, readsAs))) throw unknownExecution(executionId);
  return state;
}

/** True for a party, or a current substitute on a waiting step. */
async function isReader(on: Reading, state: ExecutionState, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  const { workspaceId, executionId } = state;
  const [isParty] = await on.store.areParties([{ workspaceId, executionId, userId }]);
  return isParty === true || standsIn(on, state, userId);
}

async function standsIn(
  { absences, definitions, clock }: Reading,
  state: ExecutionState,
  userId: string,
): Promise<boolean> {
  const waiting = state.steps.filter((it) => it.status === 'waiting' && it.people?.substitutes === true);
  if (waiting.length === 0) return false;
  const absent = await absences.absentFor(state.workspaceId, userId);
  if (absent.length === 0) return false;
  const { compiled } = await definitions.ofExecution(state);
  const now = clock.now();
  return waiting.some((step) => {
    const node = nodeOf(compiled, step.nodeId);
    const open = isDecidedByPeople(node) ? openStep(compiled, state, node, step) : null;
    return open !== null && placesStoodInFor(open, { userId, absent, now }).length > 0;
  });
}
