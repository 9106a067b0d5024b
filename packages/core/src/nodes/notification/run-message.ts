/** Renders the message of a notification step. */
import { LIMITS } from '../../definition/limits.js';
import { renderJson } from '../../expression/json-template.js';
import { ESCAPES, type Rendering, renderTemplate } from '../../expression/template.js';
import type { MessageBody, NotificationCall } from '../../interpreter/calls.js';
import type { StepState } from '../../interpreter/state.js';
import type { Transition } from '../../interpreter/transition.js';
import { stepRendering } from '../run-templates.js';
import type { CompiledMessage } from './compile.js';
import type { CompiledBody } from './lint-message.js';
import { lineOf, recipientsOf } from './run-recipients.js';

/**
 * Renders the call, the same for every attempt but for recipients that have changed since.
 * @throws MessageInvalid, TemplateTooLarge, TooCostly
 */
export function renderMessage(
  transition: Transition,
  step: StepState,
  { channel, to, subject, body, data }: CompiledMessage,
): NotificationCall {
  const rendering = stepRendering(transition, step);
  const { workspaceId, executionId, definitionId } = transition.state;
  const { stepId, nodeId, attempt } = step;
  return {
    kind: 'notification',
    nodeId,
    attempt,
    message: {
      ...{ workspaceId, executionId, definitionId, stepId, nodeId, attempt },
      idempotencyKey: `${executionId}:${stepId}`,
      channel,
      to: to === null ? [] : recipientsOf(transition, rendering, to),
      subject:
        subject === null
          ? null
          : lineOf(renderTemplate(subject, rendering), LIMITS.subjectLength, 'the subject'),
      body: bodyOf(body, rendering),
      data: data === null ? null : renderJson(data, rendering),
    },
  };
}

function bodyOf(body: CompiledBody, rendering: Rendering): MessageBody {
  switch (body.kind) {
    case 'text':
      return { text: renderTemplate(body.template, rendering) };
    case 'html':
      return { html: renderTemplate(body.template, rendering, ESCAPES.html) };
    case 'slack':
      return { slack: renderJson(body.json, rendering, ESCAPES.slack) };
    case 'json':
      return { json: renderJson(body.json, rendering) };
  }
}
