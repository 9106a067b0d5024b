/** Rules on webhook nodes. */
import type { DefinitionNode } from '../../definition/definition.js';
import type { LintModel } from '../../lint/model.js';
import type { Finding, Rule } from '../../lint/rule.js';
import { configured } from '../lint-configured.js';
import { readRequest } from './lint-request.js';
import type { WebhookNode } from './schema.gen.js';

const requests = (model: LintModel) =>
  configured(model, (node: DefinitionNode): node is WebhookNode => node.type === 'webhook');

type RequestCode = 'template-invalid' | 'template-too-large' | 'template-in-origin' | 'callback-not-sent';

const request: Rule<RequestCode> = {
  codes: ['template-invalid', 'template-too-large', 'template-in-origin', 'callback-not-sent'],
  reads: 'element',
  check: (model) =>
    requests(model).flatMap(({ nodeId, config, path }): Finding<RequestCode>[] =>
      readRequest(config).faults.map(({ code, message, path: within }) => ({
        code,
        message,
        path: [...path, 'config', ...within],
        nodeId,
      })),
    ),
};

const notExecuted: Rule<'webhook-node-not-executed'> = {
  codes: ['webhook-node-not-executed'],
  reads: 'element',
  check: ({ nodes }, { hasTransport }) =>
    nodes
      .filter(({ node }) => node.type === 'webhook' && hasTransport === false)
      .map(({ node: { nodeId }, path }) => ({
        code: 'webhook-node-not-executed',
        message:
          'this engine has no transport that calls, so the steps of this webhook node fail; give createApprovalEngine a `webhooks.transport`',
        path,
        nodeId,
      })),
};

const callbackNotConfigured: Rule<'callback-not-configured'> = {
  codes: ['callback-not-configured'],
  reads: 'element',
  check: (model, { hasCallbacks }) =>
    requests(model)
      .filter(({ config }) => config.mode === 'async' && hasCallbacks === false)
      .map(({ nodeId, path }) => ({
        code: 'callback-not-configured',
        message:
          'this engine cannot be called back, so the steps of this async node fail; give createApprovalEngine `webhooks.callbackUrl`, and `secretKeys` with a durable store',
        path: [...path, 'config', 'mode'],
        nodeId,
      })),
};

export const webhookRules = { ofElement: [request], ofRun: [notExecuted, callbackNotConfigured] };
