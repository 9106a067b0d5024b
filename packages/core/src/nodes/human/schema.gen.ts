// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type {
  DefinitionDecisionRule,
  DefinitionForm,
  DefinitionReviewer,
} from '../../definition/people.gen.js';
import type {
  DefinitionReminder,
  DefinitionSeparation,
  DefinitionSla,
} from '../../definition/people-step.gen.js';
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { ExhaustedRoute } from '../../definition/parts.gen.js';

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
