/** What the shapes of a definition or a dispatch do not say about webhooks. */
import { parseUrl } from '@org/approval-shared/parse-url';
import type { Definition } from '../../definition/definition.js';
import { type ErrorCode, type Issue, invalidField } from '../../definition/issue.js';
import type { WebhookTransport } from '../../ports/webhooks.js';

const NO_TRANSPORT =
  'cannot be used: this engine has no webhooks; give createApprovalEngine a `webhooks.transport`, such as createWebhookTransport() of @org/approval-webhooks/node';

/** Why nothing can be sent to this URL, at its place in the request; empty when it can. */
export function receiverIssues(
  transport: WebhookTransport | null,
  url: string | undefined,
  path: string,
): Issue<ErrorCode>[] {
  if (url === undefined) return [];
  if (transport === null) return [invalidField(path, NO_TRANSPORT)];
  const fault = transport.checkUrl(url) ?? hostFault(url);
  return fault === null ? [] : [invalidField(path, fault)];
}

/** What DNS can hold; a store keeps the origin as a key (see `Push`), whatever the transport would take. */
const HOST_LENGTH = 253;

function hostFault(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null) return 'is not a URL';
  return parsed.hostname.length > HOST_LENGTH ? `has a host of more than ${HOST_LENGTH} characters` : null;
}

export function definitionIssues(
  transport: WebhookTransport | null,
  { webhookConfig, triggers = [] }: Definition,
): Issue<ErrorCode>[] {
  const unusable = transport === null && triggers.length > 0 ? [invalidField('triggers', NO_TRANSPORT)] : [];
  return [...unusable, ...receiverIssues(transport, webhookConfig?.url, 'webhookConfig.url')];
}
