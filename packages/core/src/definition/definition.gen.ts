// Generated from the schemas of definition.ts by `npm run types`. Do not edit.
import type { DefinitionNode } from '../nodes/schema.gen.js';
import type { DefinitionTrigger, WebhookConfig } from './webhooks.gen.js';
import type { ExhaustedRoute } from './parts.gen.js';
import type { JsonPayload } from './payload.js';

/** An edge: what starts after a node has ended. */
export interface DefinitionEdge {
  /** Id of the node whose end it is looked at. */
  from: string;
  /** Id of the node that it starts. */
  to: string;
  /**
   * Condition: JSON text of an expression tree, as `when()` makes it. Without one it is the success edge.
   */
  when?: string | undefined;
}

/** Nodes whose approvals are counted together. */
export interface DefinitionGroup {
  /** Id of the group, unique in its definition. */
  groupId: string;
  /** Ids of the nodes whose approvals it counts. */
  memberNodeIds: string[];
  /** How many members there are to hear from: 1 to the number of members. */
  expectedSteps: number;
  /** Approvals that are enough: 1 to `expectedSteps`. */
  quorum: number;
  /**
   * What a quorum does: nothing (`waitAll`, the default), cancel the open members, or cancel them and go on
   * once for all.
   */
  onQuorumMet?: 'waitAll' | 'cancelOnQuorum' | 'joinOnQuorum' | undefined;
  /** Members without whose approval there is no quorum. */
  requiredNodeIds?: string[] | undefined;
}

/** A part of a definition that a rejection inside it starts again. */
export interface DefinitionLoop {
  /** Id of the loop, unique in its definition. */
  loopId: string;
  /** The node that each iteration starts with; it is in the body. */
  entryNodeId: string;
  /** Ids of the nodes that are run again together. */
  bodyNodeIds: string[];
  /** Runs of the body, the first included; 5 by default. */
  maxIterations?: number | undefined;
  /** Which rejections rewind the loop; all of them by default. */
  onIterationReject?:
    | {
        /** Condition: JSON text of an expression tree. */
        when: string;
      }
    | undefined;
  /** Where to go after a rejection in the last iteration; without it the execution fails. */
  onExhausted?: ExhaustedRoute | undefined;
}

/** For whom a definition is; a run takes the most specific one: document, organization, workspace. */
export type DefinitionScope =
  | {
      /** The whole workspace. */
      level: 'apiKey';
    }
  | {
      /** One organization. */
      level: 'organization';
      /** Id of the organization. */
      organizationId: string;
    }
  | {
      /** One document. */
      level: 'document';
      /** Id of the organization. */
      organizationId: string;
      /** Id of the document in that organization. */
      documentId: string;
    };

/** A workflow as its author writes it. */
export interface Definition {
  /** Id of the definition: 3 to 64 characters of a-z 0-9 -, unique in its scope. */
  definitionId: string;
  /** For whom it is; the whole workspace by default. */
  scope?: DefinitionScope | undefined;
  /** Name for people, up to 200 characters. */
  name: string;
  /** Text for people, up to 2,000 characters. */
  description?: string | undefined;
  /** What happens: 1 to 100 nodes. Those that nothing leads to start a run. */
  nodes: DefinitionNode[];
  /** What follows what: up to 500 edges, looked at in this order. */
  edges: DefinitionEdge[];
  /** Nodes that are counted together, up to 100 groups. */
  groups?: DefinitionGroup[] | undefined;
  /** Parts that a rejection starts again, up to 20. */
  loops?: DefinitionLoop[] | undefined;
  /** Words to find it by, up to 20 of 64 characters. */
  tags?: string[] | undefined;
  /** The host's own data: a JSON object up to 256 KiB, which the engine does not read. */
  custom?: JsonPayload | undefined;
  /** Inbound webhooks that start runs, up to 50. */
  triggers?: DefinitionTrigger[] | undefined;
  /** Receiver of the events of every run; a dispatch may name another. */
  webhookConfig?: WebhookConfig | undefined;
}
