// Generated from the schemas of schema.ts by `npm run types`. Do not edit.
import type {
  DefinitionDecisionRule,
  DefinitionForm,
  DefinitionReviewer,
} from '../../definition/people.gen.js';
import type { DefinitionPresentation } from '../../definition/presentation.gen.js';
import type {
  DefinitionReminder,
  DefinitionSeparation,
  DefinitionSla,
} from '../../definition/people-step.gen.js';
import type { DefinitionRetry } from '../schema-common.gen.js';
import type { ExhaustedRoute } from '../../definition/parts.gen.js';

/** A loop from this node back to an earlier one, over every node on a path between them. */
export interface DefinitionLoopBack {
  /** Id of the node to start again. It must precede this one. */
  toNodeId: string;
  /** Maximum number of iterations, the first included; 5 by default. */
  maxIterations?: number | undefined;
  /** Rejections that loop back, as JSON text of an expression tree; all by default. */
  when?: string | undefined;
  /** Route after a rejection in the last iteration. Without it the execution fails. */
  onExhausted?: ExhaustedRoute | undefined;
}

/** Route of a rejection: exactly one of `routeToNodeId`, `loopBack` and `end`. */
export interface DefinitionOnReject {
  /** Id of the node that a rejection leads to. */
  routeToNodeId?: string | undefined;
  /** Loop back to an earlier node, which starts again. */
  loopBack?: DefinitionLoopBack | undefined;
  /**
   * Outcome that a rejection ends the execution with, as in `rejected`; open steps are
   * cancelled.
   */
  end?: string | undefined;
}

/** Reviewers, their question, and the route of a rejection. */
export interface HumanConfig {
  /** Reviewers, 1 to 50 entries. Without a `decisionRule` at least one must be mandatory. */
  reviewers?: DefinitionReviewer[] | undefined;
  /** Question to the reviewers, up to 8,000 characters. */
  commentBody?: string | undefined;
  /** Mail addresses for the host. They are part of the output of the step. */
  reviewerEmails?: string[] | undefined;
  /**
   * Route of a rejection. Required outside the body of a loop, even if an edge takes the
   * rejection.
   */
  onReject?: DefinitionOnReject | undefined;
  /**
   * What its reviewers see: the title and the URL replace those of the definition, the facts
   * follow them.
   */
  presentation?: DefinitionPresentation | undefined;
  /** Approvals needed in addition to the mandatory entries; none by default. */
  decisionRule?: DefinitionDecisionRule | undefined;
  /**
   * Allows people who are not mandatory to abstain; false by default. Needs a `decisionRule`.
   */
  allowAbstain?: boolean | undefined;
  /** Minimum number of different people who have to approve, 1 to 50; 1 by default. */
  minDistinctApprovers?: number | undefined;
  /** Decisions that need a reason; `never` by default. */
  reasonRequired?: 'never' | 'reject' | 'always' | undefined;
  /** Reason codes, 1 to 50. With them, every decision but an approval needs one. */
  reasonCodes?: string[] | undefined;
  /** Form that every approval fills in. */
  form?: DefinitionForm | undefined;
  /** Actions that reviewers may take besides deciding; none by default. */
  allow?: ('delegate' | 'substitute' | 'claim' | 'add' | 'retract' | 'ask')[] | undefined;
  /** Duration of a claim in ms, 1 minute to 1 week; 8 hours by default. */
  claimMs?: number | undefined;
  /**
   * Maximum time in ms that open questions pause the deadline, up to 30 days. Needs a deadline.
   */
  pauseMs?: number | undefined;
  /** Users who must not decide. */
  separation?: DefinitionSeparation | undefined;
  /** Reminders of the asked reviewers, 1 to 10. */
  reminders?: DefinitionReminder[] | undefined;
  /** Requires every decision to name its subject (`subjectDigest`); false by default. */
  requireSubjectDigest?: boolean | undefined;
  /** Effect of a revised subject on the decisions so far; `reset` by default. */
  onSubjectChange?: 'reset' | 'keep' | undefined;
}

/** A node at which people decide. */
export interface HumanNode {
  /** Id of the node, unique in its definition. */
  nodeId: string;
  /** Display name. */
  name?: string | undefined;
  /** Description to display. */
  description?: string | undefined;
  /**
   * Time in ms from the creation of a step to its breach, up to 1 year. Needs an edge that
   * takes the breach.
   */
  slaMs?: number | undefined;
  /** Deadline in working time, instead of `slaMs`. */
  sla?: DefinitionSla | undefined;
  /**
   * Retries of an agent or a channel that throws, of a request, and of a directory that fails.
   * Other nodes ignore it.
   */
  retry?: DefinitionRetry | undefined;
  /** Kind of the node. */
  type: 'human';
  /** Configuration of the reviewers. */
  config?: HumanConfig | undefined;
}
