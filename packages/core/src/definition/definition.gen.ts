// Generated from the schemas of definition.ts by `npm run types`. Do not edit.
import type { DefinitionNode } from '../nodes/schema.gen.js';
import type { DefinitionPresentation } from './presentation.gen.js';
import type { DefinitionTrigger } from './triggers.gen.js';
import type { ExhaustedRoute } from './parts.gen.js';
import type { JsonPayload } from './payload.js';
import type { WebhookConfig } from './webhooks.gen.js';

/** End of an edge: the id of a node, a node, or a group. */
export type DefinitionEdgeEnd =
  | string
  | {
      /** A node. */
      kind: 'node';
      /** Id of the node. */
      nodeId: string;
    }
  | {
      /** A group. */
      kind: 'group';
      /** Id of the group. */
      groupId: string;
    };

/** An edge: starts a node after another has ended. */
export interface DefinitionEdge {
  /** Node, or group, that the edge starts from. */
  from: DefinitionEdgeEnd;
  /** Node that the edge starts, or group whose members it starts. */
  to: DefinitionEdgeEnd;
  /**
   * Condition: JSON text of an expression tree, as `when()` makes it. The success edge has no
   * condition.
   */
  when?: string | undefined;
  /**
   * In place of `when`: the end of the step, or the result of the group, that the edge takes.
   * `otherwise` fires when no other edge of the step fired, and the step was not rejected;
   * `custom` has a `when`.
   */
  on?:
    | 'success'
    | 'approve'
    | 'reject'
    | 'breach'
    | 'failure'
    | 'always'
    | 'otherwise'
    | 'custom'
    | 'exhausted'
    | undefined;
  /** Makes an edge with on `reject` a loop back to an earlier node. */
  loop?:
    | {
        /** Maximum number of iterations, the first included; 5 by default. */
        maxIterations?: number | undefined;
      }
    | undefined;
}

/** Nodes whose approvals are counted together. */
export interface DefinitionGroup {
  /** Id of the group, unique in its definition. */
  groupId: string;
  /** Ids of the nodes whose approvals are counted. */
  memberNodeIds: string[];
  /** Number of members that have to end: 1 to the number of members. */
  expectedSteps: number;
  /** Number of approvals needed: 1 to `expectedSteps`. */
  quorum: number;
  /**
   * Effect of a quorum: none (`waitAll`, the default), cancel the open members
   * (`cancelOnQuorum`), or cancel them and continue once for the group (`joinOnQuorum`).
   */
  onQuorumMet?: 'waitAll' | 'cancelOnQuorum' | 'joinOnQuorum' | undefined;
  /** Members that must approve for a quorum. */
  requiredNodeIds?: string[] | undefined;
}

/** A part of a definition that starts again when a step in it is rejected. */
export interface DefinitionLoop {
  /** Id of the loop, unique in its definition. */
  loopId: string;
  /** Id of the node that each iteration starts with. It must be in the body. */
  entryNodeId: string;
  /** Ids of the nodes that run again together. */
  bodyNodeIds: string[];
  /** Maximum number of iterations, the first included; 5 by default. */
  maxIterations?: number | undefined;
  /** Rejections that rewind the loop; all by default. */
  onIterationReject?:
    | {
        /** Condition: JSON text of an expression tree. */
        when: string;
      }
    | undefined;
  /** Route after a rejection in the last iteration. Without it the execution fails. */
  onExhausted?: ExhaustedRoute | undefined;
}

/**
 * Level that a definition applies to. An execution uses the most specific one: document,
 * organization, workspace.
 */
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
  /** Level that it applies to; the whole workspace by default. */
  scope?: DefinitionScope | undefined;
  /**
   * JSON Schema that an editor completes and checks the file with. The engine does not read it.
   */
  $schema?: string | undefined;
  /** Display name, up to 200 characters. */
  name: string;
  /** Description to display, up to 2,000 characters. */
  description?: string | undefined;
  /** Nodes, 1 to 100. An execution starts with the nodes that nothing leads to. */
  nodes: DefinitionNode[];
  /** Edges between nodes, up to 500, evaluated in this order; none by default. */
  edges?: DefinitionEdge[] | undefined;
  /** Groups of nodes whose approvals are counted together, up to 100. */
  groups?: DefinitionGroup[] | undefined;
  /** Parts that start again after a rejection, up to 20. */
  loops?: DefinitionLoop[] | undefined;
  /**
   * Fails an execution whose condition reads a missing path or compares what cannot be
   * compared, or whose approved step takes no edge, instead of going on; false by default.
   */
  strict?: boolean | undefined;
  /**
   * JSON Schema of the trigger context, up to 64 KiB: a subset of JSON Schema 2020-12. A
   * dispatch has to fit it, and conditions may read only what it names.
   */
  inputSchema?: JsonPayload | undefined;
  /** Presentation to show before a decision; the name and values of the input by default. */
  presentation?: DefinitionPresentation | undefined;
  /** Search tags, up to 20 of 64 characters. */
  tags?: string[] | undefined;
  /** Data of the host: a JSON object up to 256 KiB. The engine does not read it. */
  custom?: JsonPayload | undefined;
  /** Webhooks, schedules and events that start executions, up to 50. */
  triggers?: DefinitionTrigger[] | undefined;
  /** Receiver of the events of every execution. A dispatch may name another. */
  webhookConfig?: WebhookConfig | undefined;
}
