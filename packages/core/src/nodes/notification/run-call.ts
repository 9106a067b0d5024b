/** Effects of the calls of a notification step. */
import type { CompiledNotificationNode } from '../../compile/compiled.js';
import type { CallAnswer, CallFailure, NotificationCall } from '../../interpreter/calls.js';
import { completeStep, failStep, skipStep } from '../../interpreter/ending.js';
import { retryStep } from '../../interpreter/retry.js';
import type { StepError, StepState } from '../../interpreter/state.js';
import type { Transition } from '../../interpreter/transition.js';
import type { NodeCalls } from '../run-kind.js';
import { tooLargeError } from '../run-templates.js';
import { type CompiledMessage, channelKey, messageOf } from './compile.js';
import { MessageInvalid } from './run-invalid.js';
import { renderMessage } from './run-message.js';
import { messageOutput } from './run-output.js';

export const notificationCalls: NodeCalls<CompiledNotificationNode> = {
  begin(transition, step, node) {
    const message = messageOf(node);
    const call = tryRender(() => renderMessage(transition, step, message));
    if (!('kind' in call)) {
      endUndelivered(transition, step, message, { error: call, recipients: 0, refused: 0 });
      return null;
    }
    if (message.to === null || call.message.to.length > 0) return call;
    skipStep(transition, step, { skipped: true, reason: 'the message has no recipients' });
    return null;
  },
  // Each attempt has its own time, and the attempts are counted.
  maxRuntimeMs: () => null,
  returned(transition, step, node, answer) {
    takeAnswer(transition, step, messageOf(node), answer);
  },
  failed(transition, step, node, failure) {
    takeFailure(transition, step, messageOf(node), failure);
  },
};

/** Renders a message, or returns the error that ends the step. */
function tryRender(render: () => NotificationCall): NotificationCall | StepError {
  try {
    return render();
  } catch (error) {
    if (error instanceof MessageInvalid) return { code: 'notification-failed', message: error.message };
    const tooLarge = tooLargeError(error);
    if (tooLarge === null) throw error;
    return tooLarge;
  }
}

function takeAnswer(
  transition: Transition,
  step: StepState,
  message: CompiledMessage,
  answer: CallAnswer,
): void {
  if (answer.kind !== 'notification') throw new Error(`a ${answer.kind} answer for step ${step.stepId}`);
  const { recipients, refused, reference } = answer;
  if (recipients === 0 || refused < recipients) {
    const sent = { recipients, refused, reference, delivered: true };
    completeStep(transition, step, messageOutput(step, message.channel, sent), {});
    return;
  }
  const error = { code: 'notification-failed', message: `the channel refused all ${recipients} recipients` };
  endUndelivered(transition, step, message, { error, recipients, refused });
}

function takeFailure(
  transition: Transition,
  step: StepState,
  message: CompiledMessage,
  { code, message: text, retryable, retryAfterMs = null, recipients = 0 }: CallFailure,
): void {
  const error = { code, message: text };
  const { retry, channel } = message;
  const next = { error, retry, kind: 'call', concurrencyKey: channelKey(channel) } as const;
  if (retryable && retryStep(transition, step, { ...next, atLeastMs: retryAfterMs })) return;
  endUndelivered(transition, step, message, { error, recipients, refused: 0 });
}

interface Undelivered {
  readonly error: StepError;
  readonly recipients: number;
  readonly refused: number;
}

/** Ends a step whose message was not delivered, as the node wants it. */
function endUndelivered(
  transition: Transition,
  step: StepState,
  { channel, goesOn }: CompiledMessage,
  { error, recipients, refused }: Undelivered,
): void {
  const sent = { recipients, refused, reference: null, delivered: false };
  const output = messageOutput(step, channel, sent);
  if (goesOn) {
    completeStep(transition, step, output, {});
    return;
  }
  transition.emit('step.resumed', step.stepId, { output });
  failStep(transition, transition.step(step.stepId), error);
}
