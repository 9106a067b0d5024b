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
  callsAgent: false,
  jobs: [],
  skipped: true,
  isEnd: false,
} as const satisfies NodeTraits;

/** Unknown fields are accepted for later releases. The type names the known ones. */
const webhookNodeConfig: z.ZodType<WebhookNodeConfig, WebhookNodeConfig> = z
  .looseObject({
    url: z.string().min(1).max(LIMITS.urlLength).describe('URL of the request.'),
    method: z.string().max(16).optional().describe('Method of the request.'),
    headers: recordOf(z.string(), LIMITS.headers).optional().describe('Headers of the request.'),
  })
  .meta({ id: 'WebhookNodeConfig', description: 'A request. It is validated but not sent in this version.' });

/** A webhook node. */
export const webhookNode = z
  .strictObject({
    ...common,
    type: z.literal('webhook').describe('Kind of the node.'),
    config: webhookNodeConfig.optional().describe('Request of the node.'),
  })
  .meta({
    id: 'WebhookNode',
    description: 'A node that executions skip. Its success edges are followed.',
  });
