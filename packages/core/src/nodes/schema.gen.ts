// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type { AgentNode } from './agent/schema.gen.js';
import type { EndNode } from './end/schema.gen.js';
import type { HumanNode } from './human/schema.gen.js';
import type { NotificationNode } from './notification/schema.gen.js';
import type { SubflowNode } from './subflow/schema.gen.js';
import type { WaitNode } from './wait/schema.gen.js';
import type { WebhookNode } from './webhook/schema.gen.js';

/** A node of a definition. Its `type` is its kind. */
export type DefinitionNode =
  HumanNode | AgentNode | WebhookNode | EndNode | WaitNode | SubflowNode | NotificationNode;
