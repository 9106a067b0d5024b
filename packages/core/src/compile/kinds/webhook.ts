import type { WebhookNode } from '../../definition/definition.js';
import type { CompiledWebhookNode } from '../compiled.js';

export const compileWebhook = ({ nodeId, slaMs }: WebhookNode): CompiledWebhookNode => ({
  nodeId,
  type: 'webhook',
  slaMs: slaMs ?? null,
});
