/** A webhook node as its author writes it. */
import * as z from 'zod';
import { LIMITS } from '../../definition/limits.js';
import { recordOf } from '../../definition/parts.js';
import type { WebhookNodeConfig } from './schema.gen.js';
import { common } from '../schema-common.js';
import type { NodeTraits } from '../schema-traits.js';

export const webhookTraits = {
  decidedByPeople: false,
  mayDecide: false,
  work: 'none',
  skipped: true,
} as const satisfies NodeTraits;

/** Fields that a later release may read are let through; the type names those that are read today. */
const webhookNodeConfig: z.ZodType<WebhookNodeConfig, WebhookNodeConfig> = z
  .looseObject({
    url: z.string().min(1).max(LIMITS.urlLength).describe('Where the request would go.'),
    method: z.string().max(16).optional().describe('Method of the request.'),
    headers: recordOf(z.string(), LIMITS.headers).optional().describe('Headers of the request.'),
  })
  .meta({ id: 'WebhookNodeConfig', description: 'A request that is checked, and not sent yet.' });

/** A webhook node. */
export const webhookNode = z
  .strictObject({
    ...common,
    type: z.literal('webhook').describe('Kind of the node.'),
    config: webhookNodeConfig.optional().describe('The request that the node stands for.'),
  })
  .meta({
    id: 'WebhookNode',
    description: 'A node that is skipped when a run reaches it; its success edges are followed.',
  });
