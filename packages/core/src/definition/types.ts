/** Types of a definition (contract section 2). `npm run types` generates them from the schemas. */
import type { DefinitionGroup } from './definition.gen.js';
import type { AgentNode } from '../nodes/agent/schema.gen.js';

export type * from './definition.gen.js';
export type * from '../nodes/schema-common.gen.js';
export type * from '../nodes/schema.js';
export type * from './parts.gen.js';
export type * from './people.gen.js';
export type * from './people-sources.gen.js';
export type * from './people-step.gen.js';
export type * from './presentation.gen.js';
export type * from './triggers.gen.js';
export type * from './webhooks.gen.js';

/** Fields of every node. */
export type NodeBase = Omit<AgentNode, 'type' | 'config'>;

/** Effect of a quorum on the open members of its group. */
export type QuorumPolicy = NonNullable<DefinitionGroup['onQuorumMet']>;
