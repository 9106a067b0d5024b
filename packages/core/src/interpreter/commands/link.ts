/** Decision links. Each is used at most once, and not after it is revoked (contract section 18). */
import { type CommandOf, type HandlerResult, noStepOf, refusedWith, succeeded } from '../command.js';
import { type StepState, type Via, findStep } from '../state.js';
import type { Transition } from '../transition.js';

/** Revokes a link while its step waits. Afterwards the link is useless anyway. */
export function revokeLink(
  transition: Transition,
  { stepId, linkId }: CommandOf<'revoke-link'>,
): HandlerResult<{ readonly revoked: boolean }> {
  const step = findStep(transition.state, stepId);
  if (step === null) return noStepOf(transition.state, { stepId });
  if (step.links?.used.includes(linkId) === true) return succeeded({ revoked: false });
  if (step.status === 'waiting' && step.links?.revoked.includes(linkId) !== true) {
    transition.emit('step.link-revoked', stepId, { linkId });
  }
  return succeeded({ revoked: true });
}

/** Refuses a decision through a used or revoked link; null if the link is valid. */
export function linkRefusal(step: StepState, via: Via | null | undefined) {
  if (via?.kind !== 'link' || step.links === undefined) return null;
  const { linkId } = via;
  if (step.links.revoked.includes(linkId)) return refusedWith('link-revoked', 'this link was revoked');
  return step.links.used.includes(linkId) ? refusedWith('link-used', 'this link was used') : null;
}
