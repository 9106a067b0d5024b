/** Manual reminders (contract section 17). Decisions and deadlines do not change. */
import { LIMITS } from '../../../definition/limits.js';
import {
  type CommandOf,
  type CommandResults,
  type HandlerResult,
  refused,
  refusedWith,
  succeeded,
} from '../../command.js';
import { owingPeople } from '../../people/reminders.js';
import { partiesOfHeader } from '../../parties.js';
import type { StepState } from '../../state.js';
import type { Transition } from '../../transition.js';
import { humanStep, notWaiting } from '../find-step.js';

/** Skips users who were reminded manually less than a minute ago. */
export function remind(
  transition: Transition,
  { stepId, actorId, userId, asAdministrator }: CommandOf<'remind'>,
): HandlerResult<CommandResults['remind']> {
  const found = humanStep(transition, stepId);
  if (!found.ok) return found;
  const { step } = found;
  const recent = (step.handReminders?.last ?? []).filter(
    (it) => transition.now < it.at + LIMITS.remindAgainMs,
  );
  if (isRepeat(step, recent, { actorId, userId })) return succeeded({ reminded: false, userIds: [] });
  if (step.status !== 'waiting') return notWaiting(step);
  if (!asAdministrator && !partiesOfHeader(transition.state).includes(actorId)) {
    const message = `"${actorId}" neither started this execution nor contributed to it; only those users, services and administrators may remind`;
    return refused('PERMISSION_DENIED', message);
  }
  const owing = owingPeople(step);
  if (userId !== null && !owing.includes(userId)) {
    return refused(
      'FAILED_PRECONDITION',
      `"${userId}" has no open decision or question on step "${stepId}"`,
      {
        waitingForReviewers: [...step.waitingForReviewers],
      },
    );
  }
  const asked = userId === null ? owing : [userId];
  const userIds = asked.filter((it) => !recent.some((last) => last.userId === it));
  if (userIds.length === 0) {
    const again = Math.min(
      ...recent.filter((it) => asked.includes(it.userId)).map((it) => it.at + LIMITS.remindAgainMs),
    );
    const message = 'the users were reminded less than a minute ago; try again after details.notBefore';
    return refusedWith('reminded-already', message, { notBefore: again });
  }
  if ((step.handReminders?.count ?? 0) >= LIMITS.remindersByHand) {
    return refusedWith(
      'limit-reached',
      `the limit of ${LIMITS.remindersByHand} manual reminders of the step is reached; contact the users, or delegate it`,
    );
  }
  transition.emit('step.reminded', stepId, { levels: [], byHand: { actorId, userIds } });
  transition.emit('step.reminder', stepId, { nodeId: step.nodeId, level: null, userIds, dueAt: step.dueAt });
  return succeeded({ reminded: true, userIds });
}

/** Returns true if this actor just reminded all of them, so the call is a repeat. */
function isRepeat(
  step: StepState,
  recent: readonly { readonly userId: string; readonly actorId: string }[],
  { actorId, userId }: { readonly actorId: string; readonly userId: string | null },
): boolean {
  const own = recent.filter((it) => it.actorId === actorId).map((it) => it.userId);
  const owing = step.status === 'waiting' ? owingPeople(step) : own;
  const asked = userId === null ? owing : [userId];
  return asked.length > 0 && asked.every((it) => own.includes(it));
}
