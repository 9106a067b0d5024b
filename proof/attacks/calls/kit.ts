/** Webhook nodes and channels on an engine of their own, with the real transport and its guard. */
import {
  type ApprovalEngine,
  type EngineOptions,
  type NotificationChannel,
  type StepView,
  createApprovalEngine,
  createMemoryStore,
} from '@org/approval-core';
import type { DefinitionNode } from '@org/approval-core/definition';
import { slackChannel, webhookChannel } from '@org/approval-webhooks/channels';
import { type WebhookTransportOptions, createWebhookTransport } from '@org/approval-webhooks/node';
import { textIn } from '@org/approval-internal/json';

const SECRET = 'a secret of some length';
const quiet = { warn: () => undefined };

/** A node that makes a request. */
export const callNode = (config: object, more: object = {}): DefinitionNode =>
  ({ nodeId: 'call', type: 'webhook', config, ...more }) as DefinitionNode;

/** A node that gives a message to a channel of the kit; `data.url` is where it posts. */
export const noticeNode = (config: object, more: object = {}): DefinitionNode =>
  ({ nodeId: 'call', type: 'notification', config, ...more }) as DefinitionNode;

export interface AttackedKit {
  readonly engine: ApprovalEngine;
  /** Runs one node to its end, with an input. */
  readonly run: (node: DefinitionNode, input?: object) => Promise<{ step: StepView; executionId: string }>;
}

type PostTransport = ReturnType<typeof createWebhookTransport>;

/** Posts to the URL in the data of the message, which a host would never do. */
export const hookChannel =
  (transport: PostTransport): NotificationChannel =>
  (message, options) =>
    webhookChannel({ url: textIn(message.data, 'url'), secret: SECRET, transport })(message, options);

const slackHook =
  (transport: PostTransport): NotificationChannel =>
  (message, options) =>
    slackChannel({ url: textIn(message.data, 'url'), transport })(message, options);

export function attackedKit(
  addresses: WebhookTransportOptions = {},
  options: Partial<EngineOptions> = {},
): AttackedKit {
  const transport = createWebhookTransport({ logger: quiet, ...addresses });
  const engine = createApprovalEngine({
    store: createMemoryStore(),
    notify: { hook: hookChannel(transport), slack: slackHook(transport) },
    webhooks: { transport },
    ...options,
  });
  let count = 0;
  const run: AttackedKit['run'] = async (node, input = {}) => {
    const definitionId = `flow-${(count += 1)}`;
    await engine.definitions.create({ definitionId, name: 'Flow', nodes: [node], edges: [] });
    const triggerContext = input as Record<string, never>;
    const { executionId } = await engine.executions.dispatch({ definitionId, triggerContext });
    await engine.idle();
    const { steps } = await engine.executions.get({ executionId });
    const [step] = steps;
    if (step === undefined) throw new Error('the execution has no step');
    return { step, executionId };
  };
  return { engine, run };
}
