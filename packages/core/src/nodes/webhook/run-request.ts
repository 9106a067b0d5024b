/** Renders the request of a webhook step. */
import { parseUrl } from '@org/approval-internal/parse-url';
import { characterCount } from '@org/approval-internal/character-count';
import { LIMITS } from '../../definition/limits.js';
import { renderJson } from '../../expression/json-template.js';
import { ESCAPES, type Rendering, renderTemplate } from '../../expression/template.js';
import type { CallbackAddress, WebhookCall } from '../../interpreter/calls.js';
import type { StepState } from '../../interpreter/state.js';
import type { Transition } from '../../interpreter/transition.js';
import { stepRendering } from '../run-templates.js';
import type { CompiledRequest } from './compile.js';
import { isHeaderValue } from './schema-headers.js';

/** The request cannot be sent as rendered. */
export class RequestInvalid extends Error {
  override readonly name = 'RequestInvalid';
}

/** Headers of a response that every step keeps. */
const KEPT = ['content-type', 'date', 'etag', 'last-modified', 'location', 'retry-after', 'x-request-id'];

/**
 * Renders the request, the same for every attempt.
 * @throws RequestInvalid, TemplateTooLarge, TooCostly
 */
export function renderRequest(
  transition: Transition,
  step: StepState,
  request: CompiledRequest,
  callback: CallbackAddress | null,
): WebhookCall {
  const root = callback === null ? {} : { callback: { ...callback } };
  const rendering = stepRendering(transition, step, root);
  const url = renderUrl(request, rendering);
  const headers = Object.fromEntries(
    request.headers.map(([name, template]) => [
      name.toLowerCase(),
      headerOf(name, renderTemplate(template, rendering)),
    ]),
  );
  const { body, contentType } = renderBody(transition, step, { request, rendering, callback });
  const { executionId, definitionUid, definitionId, definitionVersion } = transition.state;
  return {
    kind: 'webhook',
    definitionUid,
    definitionId,
    definitionVersion,
    nodeId: step.nodeId,
    attempt: step.attempt,
    origin: request.origin,
    url,
    method: request.method,
    headers: {
      'user-agent': 'approval-webhooks',
      ...(contentType !== null && { 'content-type': contentType }),
      ...headers,
      'idempotency-key': `${executionId}:${step.stepId}`,
      'x-svc-execution-id': executionId,
      'x-svc-step-id': step.stepId,
      'x-svc-attempt': String(step.attempt - 1),
    },
    body,
    auth: request.auth,
    timeoutMs: request.timeoutMs,
    keptHeaders: [...KEPT, ...request.responseHeaders],
  };
}

function renderUrl({ url: template, origin }: CompiledRequest, rendering: Rendering): string {
  const url = renderTemplate(template, rendering, ESCAPES.url);
  if (characterCount(url) > LIMITS.renderedUrlLength)
    throw new RequestInvalid(`the URL has more than ${LIMITS.renderedUrlLength} characters`);
  const parsed = parseUrl(url);
  if (parsed === null || parsed.origin !== origin || /[\s\\#\p{Cc}]/u.test(url))
    throw new RequestInvalid('the URL is not one of the origin of its template, or has a fragment');
  const [path = ''] = url.split('?');
  if (path.split('/').some((it) => /^(\.|%2e){1,2}$/i.test(it)))
    throw new RequestInvalid('the path of the URL has a segment "." or ".."');
  return url;
}

function headerOf(name: string, value: string): string {
  if (isHeaderValue(value) && value.length <= LIMITS.headerValueLength) return value;
  throw new RequestInvalid(
    `header "${name}" is not one line of at most ${LIMITS.headerValueLength} Latin-1 characters`,
  );
}

interface Rendered {
  readonly body: string | null;
  readonly contentType: string | null;
}

function renderBody(
  transition: Transition,
  step: StepState,
  {
    request: { body },
    rendering,
    callback,
  }: {
    readonly request: CompiledRequest;
    readonly rendering: Rendering;
    readonly callback: CallbackAddress | null;
  },
): Rendered {
  switch (body.kind) {
    case 'none':
      return { body: null, contentType: null };
    case 'envelope':
      return { body: JSON.stringify(envelope(transition, step, callback)), contentType: 'application/json' };
    case 'json':
      return { body: JSON.stringify(renderJson(body.json, rendering)), contentType: 'application/json' };
    case 'text':
      return { body: renderTemplate(body.text, rendering), contentType: body.contentType };
    case 'form': {
      const fields = body.fields.map(([name, template]) => [name, renderTemplate(template, rendering)]);
      const text = fields.map((field) => field.map(formText).join('=')).join('&');
      return { body: text, contentType: 'application/x-www-form-urlencoded' };
    }
  }
}

/** The form that URLSearchParams writes. */
const formText = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

function envelope(
  { state }: Transition,
  { stepId, nodeId, iteration, input }: StepState,
  callback: CallbackAddress | null,
): object {
  const { executionId, definitionId, definitionVersion, correlationId, triggerContext } = state;
  return {
    executionId,
    definitionId,
    definitionVersion,
    stepId,
    nodeId,
    iteration,
    correlationId,
    input,
    triggerContext,
    ...(callback !== null && { callback }),
  };
}
