/** Compiles a webhook node. */
import type { WebhookNode } from '../../definition/definition.js';
import type { CompiledNodeBase } from '../compile-base.js';

/** The compiled form of a webhook node. */
export interface CompiledWebhookNode extends CompiledNodeBase {
  readonly type: 'webhook';
}

export const compileWebhook = ({ nodeId, slaMs }: WebhookNode): CompiledWebhookNode => ({
  nodeId,
  type: 'webhook',
  slaMs: slaMs ?? null,
});
