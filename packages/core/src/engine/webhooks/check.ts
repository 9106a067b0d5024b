/** What the shapes of a definition or a dispatch do not say about webhooks. */
import type { Definition } from '../../definition/definition.js';
import type { ErrorCode, Issue } from '../../definition/issue.js';
import type { WebhookTransport } from '../../ports/webhooks.js';

const NO_TRANSPORT =
  'cannot be used: this engine has no webhooks; give createApprovalEngine a `webhooks.transport`, such as createWebhookTransport() of @org/approval-webhooks/node';

const issue = (path: string, message: string): Issue<ErrorCode> => ({ code: 'invalid-field', path, message });

/** Why nothing can be sent to this URL, at its place in the request; empty when it can. */
export function receiverIssues(
  transport: WebhookTransport | null,
  url: string | undefined,
  path: string,
): Issue<ErrorCode>[] {
  if (url === undefined) return [];
  if (transport === null) return [issue(path, NO_TRANSPORT)];
  const fault = transport.checkUrl(url);
  return fault === null ? [] : [issue(path, fault)];
}

export function definitionIssues(
  transport: WebhookTransport | null,
  { webhookConfig, triggers = [] }: Definition,
): Issue<ErrorCode>[] {
  const unusable = transport === null && triggers.length > 0 ? [issue('triggers', NO_TRANSPORT)] : [];
  return [...unusable, ...receiverIssues(transport, webhookConfig?.url, 'webhookConfig.url')];
}
