// Generated from the schemas of nodes.ts by `npm run types`. Do not edit.
import type { DefinitionDecisionRule, DefinitionForm, DefinitionReviewer } from './people.gen.js';
import type { DefinitionReminder, DefinitionSeparation, DefinitionSla } from './people-step.gen.js';
import type { ExhaustedRoute } from './parts.gen.js';

/** How often, and how soon, an agent that threw is called again. */
export interface DefinitionRetry {
  /** Calls in all, the first included; 3 by default. */
  maximumAttempts?: number | undefined;
  /** Wait before the second call, in ms; 1,000 by default. */
  initialIntervalMs?: number | undefined;
  /** Factor by which each further wait grows; 2 by default. */
  backoffCoefficient?: number | undefined;
  /** Longest wait, in ms; 60,000 by default. */
  maximumIntervalMs?: number | undefined;
}

/** A loop from this node back to an earlier one, over every node on a path between them. */
export interface DefinitionLoopBack {
  /** The node that starts again; it lies before this one. */
  toNodeId: string;
  /** Runs of the body, the first included; 5 by default. */
  maxIterations?: number | undefined;
  /** Which rejections loop back: JSON text of an expression tree; all of them by default. */
  when?: string | undefined;
  /** Where to go after a rejection in the last iteration; without it the execution fails. */
  onExhausted?: ExhaustedRoute | undefined;
}

/** Where a rejection leads: exactly one of `routeToNodeId` and `loopBack`. */
export interface DefinitionOnReject {
  /** The node that a rejection leads to. */
  routeToNodeId?: string | undefined;
  /** Back to an earlier node, which starts again. */
  loopBack?: DefinitionLoopBack | undefined;
}

/** What people are asked, and what their rejection leads to. */
export interface HumanConfig {
  /** Who may decide: 1 to 50 entries; without a decisionRule at least one of them is mandatory. */
  reviewers?: DefinitionReviewer[] | undefined;
  /** What the reviewers are asked, up to 8,000 characters. */
  commentBody?: string | undefined;
  /** Addresses for the host's own mails; they come back in the output of the step. */
  reviewerEmails?: string[] | undefined;
  /**
   * Where a rejection leads; needed outside the body of a loop, also beside an edge that is gated on the
   * rejection.
   */
  onReject?: DefinitionOnReject | undefined;
  /** When there are approvals enough; without one, when every mandatory entry is satisfied. */
  decisionRule?: DefinitionDecisionRule | undefined;
  /** Whether people who are not mandatory may abstain; needs a decisionRule. False by default. */
  allowAbstain?: boolean | undefined;
  /** How many different people have to approve at least, 1 to 50; 1 by default. */
  minDistinctApprovers?: number | undefined;
  /** Which answers need a reason; `never` by default. */
  reasonRequired?: 'never' | 'reject' | 'always' | undefined;
  /** Reason codes, 1 to 50: every answer but an approval then needs one of them. */
  reasonCodes?: string[] | undefined;
  /** The form that comes with every approval. */
  form?: DefinitionForm | undefined;
  /** What reviewers may do beside answering; nothing by default. */
  allow?: ('delegate' | 'substitute' | 'claim' | 'add' | 'retract' | 'ask')[] | undefined;
  /** How long a claim lasts, in ms: a minute to a week; 8 hours by default. */
  claimMs?: number | undefined;
  /** How long open questions may hold the deadline up, in ms, up to 30 days; needs a deadline. */
  pauseMs?: number | undefined;
  /** Who is kept from deciding. */
  separation?: DefinitionSeparation | undefined;
  /** When those who are asked are reminded, 1 to 10. */
  reminders?: DefinitionReminder[] | undefined;
  /** Whether each decision names what it is on (`subjectDigest`); false by default. */
  requireSubjectDigest?: boolean | undefined;
  /** What becomes of the answers when the subject is revised; `reset` by default. */
  onSubjectChange?: 'reset' | 'keep' | undefined;
}

/** When a blocking agent step has waited long enough for resolutions of its findings. */
export type DefinitionResolutionPolicy =
  | {
      /** Every finding has to be resolved. */
      kind: 'allResolved';
    }
  | {
      /** A number of findings has to be resolved. */
      kind: 'minResolved';
      /** How many; all of them if there are fewer. */
      minCount: number;
    };

/** Which agent is called, and what it has to do. */
export interface AgentConfig {
  /** Which of the registered agents to call (required); `__mock__` passes at once. */
  agentId?: string | undefined;
  /** Dot-path to the URL that the agent is to look at, from the trigger context (required). */
  urlPath?: string | undefined;
  /** Whether the step waits until people have resolved what the agent found; false by default. */
  blocking?: boolean | undefined;
  /** When it has waited long enough; required on a blocking agent. */
  resolutionPolicy?: DefinitionResolutionPolicy | undefined;
  /** Time for all its calls together, in ms, up to a day; half an hour by default. */
  agentMaxRuntimeMs?: number | undefined;
  /** Text that the agent gets, up to 8,000 characters. */
  promptOverride?: string | undefined;
  /**
   * Further input: from a name to a dot-path that starts with `output` (of the step before) or
   * `execution.input`.
   */
  inputMapping?: Record<string, string> | undefined;
  /** Whether an answer with neither summary nor output counts as a failed call; false by default. */
  requireNonEmptyOutput?: boolean | undefined;
}

/** A request that is checked, and not sent yet. */
export interface WebhookNodeConfig {
  /** Where the request would go. */
  url: string;
  /** Method of the request. */
  method?: string | undefined;
  /** Headers of the request. */
  headers?: Record<string, string> | undefined;
}

/** A node at which people decide. */
export interface HumanNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Name for people. */
  name?: string | undefined;
  /** Text for people. */
  description?: string | undefined;
  /**
   * Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes
   * the breach.
   */
  slaMs?: number | undefined;
  /** The same in working time, in place of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /** Repeats of an agent that throws, and of a directory that fails; other nodes ignore it. */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'human';
  /** Who decides, on what. */
  config?: HumanConfig | undefined;
}

/** A node at which an agent, a function of the host's, is called. */
export interface AgentNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Name for people. */
  name?: string | undefined;
  /** Text for people. */
  description?: string | undefined;
  /**
   * Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes
   * the breach.
   */
  slaMs?: number | undefined;
  /** The same in working time, in place of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /** Repeats of an agent that throws, and of a directory that fails; other nodes ignore it. */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'agent';
  /** Which agent, and how it is called. */
  config?: AgentConfig | undefined;
}

/** A node that is skipped when a run reaches it; its success edges are followed. */
export interface WebhookNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Name for people. */
  name?: string | undefined;
  /** Text for people. */
  description?: string | undefined;
  /**
   * Time from the creation of a step until it is breached, in ms, up to a year; needs an edge that takes
   * the breach.
   */
  slaMs?: number | undefined;
  /** The same in working time, in place of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /** Repeats of an agent that throws, and of a directory that fails; other nodes ignore it. */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'webhook';
  /** The request that the node stands for. */
  config?: WebhookNodeConfig | undefined;
}

/** A node of a definition; its `type` says what happens there. */
export type DefinitionNode = HumanNode | AgentNode | WebhookNode;
