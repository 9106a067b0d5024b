/** The channels of `--notify-url`, which post to a sink of the test. */
import type {
  EngineOptions,
  NotificationChannel,
  NotificationResult,
  WebhookTransport,
} from '@org/approval-core';
import { mailChannel, slackChannel, webhookChannel } from '@org/approval-webhooks/channels';
import type { NodesFlags } from './conformance-nodes.js';

/** The engine option `notify` that the flags stand for. */
export function channelsOf(
  { 'notify-url': url }: NodesFlags,
  transport: Required<Pick<WebhookTransport, 'call'>>,
): Pick<EngineOptions, 'notify'> {
  if (url === undefined) return {};
  return {
    notify: {
      'conf-sink': sink(`${url}/sink`),
      'conf-slack': slackChannel({ url: `${url}/slack`, transport }),
      'conf-hook': webhookChannel({ url: `${url}/hook`, secret: 'whsec_0123456789abcdef', transport }),
      'conf-mail': mailChannel({
        send: (mail) => posted(`${url}/mail`, mail),
        addressesOf: async (userIds) =>
          new Map(userIds.map((userId) => [userId, { email: `${userId}@example.com` }])),
      }),
    },
  };
}

const sink =
  (url: string): NotificationChannel =>
  async (message, { signal }) => {
    const answer = await posted(url, message, signal);
    return answer.status === 200 ? ((await answer.json()) as NotificationResult) : undefined;
  };

async function posted(url: string, json: unknown, signal: AbortSignal | null = null): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
    signal,
  });
  if (answer.ok) return answer;
  const isFinal = answer.status >= 400 && answer.status < 500;
  throw Object.assign(new Error(`the sink responded ${answer.status}`), isFinal && { retryable: false });
}
