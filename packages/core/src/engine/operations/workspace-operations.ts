/** The operations of an engine in one workspace, as its host calls them. */
import type { JsonValue } from '../../definition/json.js';
import type { EmitRequest } from '../shapes/triggers/requests.js';
import type { EmitResult } from '../shapes/triggers/views.js';
import { type RecordOperations, recordOn } from './record/record.js';
import { type Health, healthOf } from '../observing/health.js';
import { ApprovalError } from '../errors.js';
import { type AskRequest, type AskResult, Asking } from './ask.js';
import { completeDeferredOn, type StepCallbacks } from './steps/callbacks.js';
import { type FeedFollowing, followOn, forgetOn, isOverOn, subscribeOn } from './events/following.js';
import { executionOfLink, type LinkFinding } from './links/finding.js';
import { type Area, type EngineOperation, type EngineScope, classOf } from './methods.js';
import {
  type DefinitionOperations,
  type ExecutionOperations,
  type FeedOperations,
  type LinkOperations,
  type PeopleOperations,
  RECORDS,
  type StepOperations,
  type TriggerOperations,
  type WebhookOperations,
} from './operations.gen.js';

/** Fields of an event beside its type and payload. */
export type EmitOptions = Omit<EmitRequest, 'type' | 'payload'>;

/** The operations of one workspace. */
export interface WorkspaceOperations {
  /** Definitions of workflows. */
  readonly definitions: DefinitionOperations;
  /** Current and past executions. */
  readonly executions: ExecutionOperations;
  /** Actions of people and agents on steps. */
  readonly steps: StepOperations;
  /** Absences and substitutes. */
  readonly people: PeopleOperations;
  /** Deliveries to receivers. */
  readonly webhooks: WebhookOperations;
  /** Schedules and events of the host. */
  readonly triggers: TriggerOperations;
  /**
   * Emits an event of the host: `triggers.emit`, with its type and payload in front.
   * @throws as `triggers.emit`
   */
  readonly emit: (type: string, payload?: JsonValue, options?: EmitOptions) => Promise<EmitResult>;
  /** Addresses that decide for people. */
  readonly links: LinkOperations;
  /** All events in one order. */
  readonly feed: FeedOperations;
  /**
   * Asks people and waits for their decision: one question per key, across calls, processes and
   * crashes. `signal` ends the wait, not the question.
   * @throws FAILED_PRECONDITION `key-reused` for another question under the key, `run-gone`;
   * INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore() });
   * const question = { key: 'deploy-42', reviewers: ['ann'], title: 'Deploy 42?' };
   * const { state, executionId } = await engine.ask({ ...question, waitMs: 0 });
   * console.log(state); // → pending
   * const stepId = 'step_ask';
   * await engine.steps.recordReviewerDecision({
   *   executionId,
   *   stepId,
   *   reviewerId: 'ann',
   *   decision: 'approve',
   * });
   * console.log((await engine.ask(question)).state); // → approved
   * await engine.stop();
   * ```
   */
  readonly ask: (request: AskRequest) => Promise<AskResult>;
  /**
   * Returns the health of the store and the queues of the workspace; the store is read once a
   * second at most. Never rejects.
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
  /** Proof of what was decided. */
  readonly record: RecordOperations;
}

/** Methods of each area that are operations, by the first part of their paths. */
interface Areas {
  readonly definitions: DefinitionOperations;
  readonly executions: ExecutionOperations;
  readonly steps: Omit<StepOperations, keyof StepCallbacks>;
  readonly people: PeopleOperations;
  readonly webhooks: WebhookOperations;
  readonly events: Omit<FeedOperations, keyof FeedFollowing>;
  readonly links: Omit<LinkOperations, keyof LinkFinding>;
  readonly triggers: TriggerOperations;
}

/** Creates the class of an area. Its interface is generated from the same records. */
function areaOf<Name extends keyof Areas>(name: Name) {
  const operations = Object.values<EngineOperation>(RECORDS).filter((it) => it.path.startsWith(`${name}/`));
  return classOf(operations) as unknown as new (on: EngineScope) => Area & Areas[Name];
}

const Definitions = areaOf('definitions');
const Executions = areaOf('executions');
const People = areaOf('people');
const Webhooks = areaOf('webhooks');
const Triggers = areaOf('triggers');

class Steps extends areaOf('steps') implements StepCallbacks {
  completeDeferred: StepCallbacks['completeDeferred'] = (request) => completeDeferredOn(this.on, request);
}

class Links extends areaOf('links') implements LinkFinding {
  executionOf: LinkFinding['executionOf'] = (linkId) => executionOfLink(this.on, linkId);
}

class Feed extends areaOf('events') implements FeedFollowing {
  follow: FeedFollowing['follow'] = (request, options) => followOn(this.on, request, options);
  isOver: FeedFollowing['isOver'] = (executionId, after) => isOverOn(this.on, executionId, after);
  subscribe: FeedFollowing['subscribe'] = (...them) => subscribeOn(this.on, ...them);
  forget: FeedFollowing['forget'] = (name) => forgetOn(this.on, name);
}

/** The operations of a workspace for a caller. */
export const operationsOn = (on: EngineScope): WorkspaceOperations => {
  const triggers = new Triggers(on);
  return { ...areasOn(on), triggers, emit: emitBy(triggers) };
};

const emitBy =
  (triggers: TriggerOperations): WorkspaceOperations['emit'] =>
  (type, payload = null, options = {}) =>
    triggers.emit({ ...options, type, payload });

const areasOn = (on: EngineScope): Omit<WorkspaceOperations, 'triggers' | 'emit'> => ({
  definitions: new Definitions(on),
  executions: new Executions(on),
  steps: new Steps(on),
  people: new People(on),
  webhooks: new Webhooks(on),
  feed: new Feed(on),
  links: new Links(on),
  ask: (request) => new Asking(on).ask(request),
  record: recordOn(on),
  health: async () => healthOf(await on.health.at(on.workspaceId), on.runningJobs()),
});

/** Areas whose methods have another name than their paths. */
const AREA_NAMES: Readonly<Record<string, string>> = { events: 'feed' };

type AnyMethod = (request: unknown, options?: unknown) => Promise<unknown>;

/** The method of a path. */
export function methodOf(on: WorkspaceOperations, path: string): AnyMethod {
  const [first = '', name = ''] = path.split('/');
  const area: unknown = Reflect.get(on, AREA_NAMES[first] ?? first);
  const method: unknown = typeof area === 'object' && area !== null ? Reflect.get(area, name) : undefined;
  if (typeof method !== 'function')
    throw new ApprovalError('NOT_FOUND', `operation "${path}" does not exist`);
  return async (request, options) => method.call(area, request, options) as unknown;
}
