/**
 * Approval steps in the thread: the question of a waiting step is posted as a comment, and marked
 * when the step ends.
 */
import type { ExternalEventType } from '@org/approval-core';
import { STEP_ENDINGS } from '@org/approval-internal/event-types';
import { type Checks, callable, checkOptions, fields, must, object } from '@org/approval-internal/options';
import { CLIENT_OPTIONS, type CommentsClientOptions } from '../client/client.js';
import { servicePart } from '../content/service-fields.js';
import type { DataProviders } from '../provider/provider.js';
import { type Fields, type User, isObject } from '../record.js';
import { assignStep, markStep, postStep } from './step-comment.js';
import { createWriteBoth } from './write-both.js';

/**
 * An event of the engine (contract section 11), as it is emitted, listed or delivered by webhook.
 * @see docs/reference/contract.md#11-events
 */
export interface ApprovalEvent {
  /** Type of the event, as in `step.awaiting-approval`. */
  readonly type: ExternalEventType;
  readonly executionId: string;
  readonly stepId: string | null;
  /** Data of the event; its fields depend on the type. */
  readonly data: object;
}

/** Thread in which a step is discussed. It is created if it does not exist. */
export interface BridgeThread {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

/** Field `approval` of the comment: it goes to the service too, and holds no content. */
export interface ApprovalMark {
  readonly executionId: string;
  readonly stepId: string;
  /** Status of the step; `waiting` until it ends. */
  readonly status: 'waiting' | 'completed' | 'failed' | 'breached' | 'cancelled';
  /** `approve` or `reject`, where the step ended with a decision. */
  readonly decision?: string;
}

/**
 * Options of a bridge: the customer's provider, the service, and the thread that each step belongs
 * to.
 */
export interface BridgeOptions {
  /** The customer's providers, as a client has them. */
  readonly dataProviders: DataProviders;
  /** The client's service, clock and so on. */
  readonly client: CommentsClientOptions;
  /** Returns the thread that an execution belongs to; null: none, nothing is posted. */
  readonly threadOf: (event: ApprovalEvent) => BridgeThread | null | Promise<BridgeThread | null>;
  /**
   * Author of the posted comments: an account without sign-in, the same as long as executions are
   * open. The bridge does not touch comments of other authors.
   */
  readonly author: User;
}

const OPTIONS: Checks<BridgeOptions> = {
  dataProviders: object,
  client: fields(CLIENT_OPTIONS),
  threadOf: callable,
  // The rules of the service apply: it identifies the author of a comment by the userId.
  author: must(
    'a user with a userId of one line, up to 256 characters',
    (it) => isObject(it) && it.userId !== '' && servicePart('from', it, []) !== undefined,
  ),
};

/** Result of an event. */
export type BridgeOutcome =
  | 'posted'
  | 'marked'
  /** The step was handed on, and its comment names who holds it now. */
  | 'assigned'
  /**
   * The event does not concern the bridge, the step asks no question, or the step's comment has
   * ended. The same applies to a step that ended without a comment.
   */
  | 'nothing-to-do';

/**
 * Events that end a step, each with the resulting status of its mark. An ending whose status no
 * mark has does not compile.
 */
const ENDED: Readonly<Record<keyof typeof STEP_ENDINGS, ApprovalMark['status']>> = STEP_ENDINGS;

const isEnding = (type: ExternalEventType): type is keyof typeof ENDED => Object.hasOwn(ENDED, type);

/**
 * Returns a function for each event of an execution, in their order. It reads nothing: an event
 * costs the same however many threads and comments the document has. An event that comes again
 * changes nothing: one comment per step, and an ended step does not wait once more. A comment of
 * another author is never marked, even if its id matches.
 *
 * It rejects with a ResolverError or a ServiceError, and with a StepNotPostedError if the thread
 * cannot be used. Give the event again, as `createBridgeRunner` does.
 */
export function createApprovalBridge(
  options: BridgeOptions,
): (event: ApprovalEvent) => Promise<BridgeOutcome> {
  checkOptions('createApprovalBridge', options, OPTIONS);
  const write = createWriteBoth(options.dataProviders, options.client);
  return async (event) => {
    const { type, stepId, executionId } = event;
    const data: Fields = { ...event.data };
    const status = type === 'step.awaiting-approval' ? 'waiting' : isEnding(type) ? ENDED[type] : null;
    const isHandedOn = type === 'step.assigned';
    if ((status === null && !isHandedOn) || stepId === null) return 'nothing-to-do';
    const words = data.commentBody;
    const isAsking = status === 'waiting' && typeof words === 'string' && words !== '';
    if (status === 'waiting' && !isAsking) return 'nothing-to-do';
    // A run that has none is undefined, as a Map gives it.
    const thread = (await options.threadOf(event)) ?? null;
    if (thread === null) return 'nothing-to-do';
    if (!isPlace(thread))
      throw new TypeError(
        'threadOf must give the texts organizationId, documentId and annotationId, or null',
      );
    const step = { ...thread, executionId, stepId, author: options.author };
    if (status === null) return (await assignStep(write, step, askedOf(data))) ? 'assigned' : 'nothing-to-do';
    const decision = typeof data.decision === 'string' ? { decision: data.decision } : {};
    const approval: ApprovalMark = { executionId, stepId, status, ...decision };
    if (!isAsking) return (await markStep(write, step, { approval })) ? 'marked' : 'nothing-to-do';
    const question = { commentText: words, to: askedOf(data), approval };
    return (await postStep(write, step, question)) ? 'posted' : 'nothing-to-do';
  };
}

/**
 * Returns true for a complete place. A comment without one would be found by all people, or by
 * none.
 */
const isPlace = ({ organizationId, documentId, annotationId }: BridgeThread): boolean =>
  [organizationId, documentId, annotationId].every((it: unknown) => typeof it === 'string' && it !== '');

const askedOf = ({ waitingForReviewers }: Fields): User[] =>
  Array.isArray(waitingForReviewers)
    ? waitingForReviewers.filter((it) => typeof it === 'string').map((userId) => ({ userId }))
    : [];
