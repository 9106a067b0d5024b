/** Compiles a webhook node. */
import type { WebhookNode } from '../../definition/definition.js';
import type { CompiledNodeBase } from '../compile-base.js';

/** A webhook node as it is run. */
export interface CompiledWebhookNode extends CompiledNodeBase {
  readonly type: 'webhook';
}

export const compileWebhook = ({ nodeId, slaMs }: WebhookNode): CompiledWebhookNode => ({
  nodeId,
  type: 'webhook',
  slaMs: slaMs ?? null,
});
