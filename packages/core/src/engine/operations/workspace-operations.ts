/** What an engine does in one workspace, as its host calls it. */
import type { Health } from '../observing/health.js';
import type { AskRequest, AskResult } from './ask.js';
import type { DefinitionOperations } from './definitions.js';
import type { ExecutionOperations } from './executions.js';
import type { FeedOperations } from './feed.js';
import type { LinkOperations } from './links.js';
import type { PeopleOperations } from './people.js';
import type { StepOperations } from './steps.js';
import type { WebhookOperations } from './webhooks.js';

/** The operations of one workspace. */
export interface WorkspaceOperations {
  /** What can run. */
  readonly definitions: DefinitionOperations;
  /** What runs, and what ran. */
  readonly executions: ExecutionOperations;
  /** What people and agents do in a run. */
  readonly steps: StepOperations;
  /** Who is away, and who answers for them. */
  readonly people: PeopleOperations;
  /** What is sent to receivers. */
  readonly webhooks: WebhookOperations;
  /** Addresses that answer for people. */
  readonly links: LinkOperations;
  /** All events in one order. */
  readonly feed: FeedOperations;
  /**
   * Asks people, and waits for their answer: one question per key, however often and in however many processes it is
   * asked, also after a crash. `signal` ends the waiting, not the question.
   * @throws FAILED_PRECONDITION `key-reused` for another question under the key, `run-gone`; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const question = { key: 'deploy-42', reviewers: ['ann'], title: 'Deploy 42?' };
   * const { state, executionId } = await engine.ask({ ...question, waitMs: 0 });
   * console.log(state); // → pending
   * const stepId = 'step_ask';
   * await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision: 'approve' });
   * console.log((await engine.ask(question)).state); // → approved
   * await engine.stop();
   * ```
   */
  readonly ask: (request: AskRequest) => Promise<AskResult>;
  /**
   * How the store is, and what is queued of the workspace; the store is looked at once a second at most. Never rejects.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const { ok, jobs } = await engine.health();
   * console.log(ok, jobs); // → true { due: 0, oldestDueMs: null, running: 0 }
   * await engine.stop();
   * ```
   */
  readonly health: () => Promise<Health>;
}
