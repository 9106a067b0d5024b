/** How every operation runs: counted, and with one kind of error. */
import type { Refusal } from '../../interpreter/command.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, unavailable } from '../errors.js';
import type { Submitted } from '../round.js';

/** Runs an operation; whatever a store throws comes out as UNAVAILABLE. */
export async function operate<T>({ activity }: EngineContext, run: () => Promise<T>): Promise<T> {
  activity.enter();
  try {
    return await run();
  } catch (error) {
    throw unavailable(error);
  } finally {
    activity.leave();
  }
}

export const refusal = ({ status, message, details }: Refusal): ApprovalError =>
  new ApprovalError(status, message, details);

/** The answer of a command that no claim stands behind, or the error that its refusal is. */
export function answerOf<A>(submitted: Submitted<A>): A {
  if (submitted.kind === 'answered') return submitted.answer;
  if (submitted.kind === 'refused') throw refusal(submitted.refusal);
  throw new ApprovalError('INTERNAL', 'a command without a claim lost one');
}
