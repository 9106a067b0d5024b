/** `engine.ask`: a question to people, as one call. */
import { isJsonList, isJsonObject, toJson } from '@org/approval-internal/json';
import type { Duration } from '@org/approval-internal/duration';
import type { DispatchRequest } from '../shapes/executions/requests.js';
import { subject as subjectSchema } from '../shapes/executions/subject.js';
import { apartFromSignal } from '../shapes/executions/wait-request.js';
import * as z from 'zod';
import { type JsonObject, type JsonValue, canonicalJson } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { payloadObject } from '../../definition/payload.js';
import type { DefinitionReviewer } from '../../definition/types.js';
import { ASK_KEY_PREFIX } from '../../interpreter/own-runs.js';
import { type ExecutionState, type StepState, findStep, isOpen } from '../../interpreter/state.js';
import { type PresentationValues, presentationValues } from '../../definition/presented.js';
import { refuseTooLarge } from '../commit/presenting.js';
import type { On } from '../scope.js';
import { fingerprintOf } from '../scheduling/encoding.js';
import { ApprovalError, failedPrecondition } from '../errors.js';
import { ms } from '../shapes/shared/duration-schema.js';
import { viewExecution } from '../shapes/executions/views.js';
import { type Waiting, waitFor } from '../reading/wait.js';
import { DefinitionVersions, type MakingVersions } from './definition-versions.js';
import { type Operating, operate } from './operation.js';

const STEP_ID = 'step_ask';

const askRequest = z.strictObject({
  key: z
    .string()
    .regex(/^[A-Za-z0-9:_.-]{1,190}$/, 'use 1 to 190 characters of A-Z a-z 0-9 : _ . -')
    .describe('Names the question: asked again under its key, it is the same one.'),
  reviewers: z
    .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
    .min(1)
    .max(LIMITS.reviewers),
  subject: subjectSchema.optional(),
  payload: z.unknown().optional(),
  title: z.string().min(1).max(LIMITS.nameLength).optional(),
  presentation: presentationValues.optional(),
  askMs: ms(1, LIMITS.slaMs).optional(),
  waitMs: ms(0, Number.MAX_SAFE_INTEGER).optional(),
});

/** A question to people. */
export interface AskRequest {
  /** Key of the question: asking again under the key is the same question, in any process. */
  key: string;
  /** Reviewers: userIds, each of whom must approve, or entries of a human node; 1 to 50. */
  reviewers: readonly (string | DefinitionReviewer)[];
  /** Subject to approve, by its digest, which decisions must then carry. */
  subject?: { digest: string; ref?: string; revision?: string } | undefined;
  /** Information for the reviewers, as JSON up to 256 KiB. */
  payload?: JsonValue | undefined;
  /** The question, up to 200 characters. */
  title?: string | undefined;
  /** Presentation to the reviewers, up to 16 KiB; its title is `title` by default. */
  presentation?: PresentationValues | undefined;
  /** Time to decide, in ms or as `'7d'`; unlimited by default. */
  askMs?: Duration | undefined;
  /** Time to wait for the result, in ms or as `'30s'`; unlimited by default. */
  waitMs?: Duration | undefined;
  /** Ends the waiting, not the question. */
  signal?: AbortSignal | undefined;
}

/** Result of a question. */
export interface AskResult {
  /** `expired`: not decided in time; `cancelled`: ended otherwise; `pending`: still open. */
  readonly state: 'approved' | 'rejected' | 'expired' | 'cancelled' | 'pending';
  /** The decisions, as in the output of a human step. */
  readonly decisions: readonly JsonObject[];
  /** True if an administrator forced the decision. */
  readonly overridden: boolean;
  readonly executionId: string;
}

/** Parts that questions are asked with. */
type AskingOn = Operating & MakingVersions & Waiting & On<'dispatcher'>;

/**
 * Asks and waits for the result. Any number of callers may ask under one key, also after a crash:
 * there is one execution and one result.
 */
export class Asking {
  private readonly context: AskingOn;
  private readonly workspaceId: string;

  constructor(on: AskingOn) {
    // Questions are shared by all callers.
    this.context = { ...on, caller: {} };
    this.workspaceId = on.workspaceId;
  }

  ask(request: AskRequest): Promise<AskResult> {
    return operate(this.context, async () => {
      const { signal, data } = apartFromSignal(request);
      const asked = this.context.parser.parse(askRequest, data);
      refuseTooLarge(asked.presentation);
      const executionId = await this.run(asked);
      const wait = {
        executionId,
        until: { stepId: STEP_ID },
        waitMs: asked.waitMs ?? null,
        signal,
      };
      return this.result(asked, await waitFor(this.context, wait));
    });
  }

  /** The execution of this question: the one that is there, or a new one. */
  private async run(asked: Asked): Promise<string> {
    const { key, payload: shown = null, subject, presentation } = asked;
    const idempotencyKey = ASK_KEY_PREFIX + key;
    const known = await this.known(idempotencyKey, asked);
    if (known !== null) return known;
    const definition = definitionOf(asked);
    const request = {
      definitionId: definition.definitionId,
      idempotencyKey,
      correlationId: fingerprint(asked),
      triggerContext: this.context.parser.parse(payloadObject, { payload: shown }),
      ...(subject !== undefined && { subject }),
      ...(presentation !== undefined && { presentation }),
    };
    try {
      await this.dispatch(definition, request);
    } catch (error) {
      // Another engine release may have been faster, with its own form of the definition.
      const winner = await this.known(idempotencyKey, asked);
      if (winner === null) throw error;
      return winner;
    }
    const made = await this.known(idempotencyKey, asked);
    if (made === null)
      throw new ApprovalError('INTERNAL', 'the store has lost a question that was just asked');
    return made;
  }

  /** Retention may delete the definition with its last execution first: then it is stored again. */
  private async dispatch(definition: OwnDefinition, request: DispatchRequest): Promise<void> {
    const attempt = async () => {
      await this.keep(definition);
      await this.context.dispatcher.dispatch(this.workspaceId, request);
    };
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof ApprovalError) || error.status !== 'NOT_FOUND') throw error;
      await attempt();
    }
  }

  /** Stores the definition unless it exists: the same id means the same content. */
  private async keep(definition: OwnDefinition): Promise<void> {
    const { context, workspaceId } = this;
    const { definitionId } = definition;
    const key = { workspaceId, organizationId: null, documentId: null, definitionId };
    if ((await context.definitions.newest(key)) !== null) return;
    const first = await new DefinitionVersions(context, workspaceId).first(definition);
    await context.store.createDefinition(first);
  }

  private async known(idempotencyKey: string, asked: Asked): Promise<string | null> {
    const { workspaceId } = this;
    const [known] = await this.context.store.findByIdempotencyKeys([{ workspaceId, idempotencyKey }]);
    if (known == null) return null;
    if (known.correlationId !== fingerprint(asked)) {
      throw failedPrecondition(
        'key-reused',
        `the key "${asked.key}" was used for another question; use another key`,
      );
    }
    const { executionId } = known;
    if ((await this.context.pipeline.load({ workspaceId, executionId })) !== null) return executionId;
    throw failedPrecondition(
      'run-gone',
      `retention has deleted the question "${asked.key}"; use another key`,
    );
  }

  private async result(asked: Asked, state: ExecutionState): Promise<AskResult> {
    const { compiled } = await this.context.definitions.ofExecution(state);
    const step = findStep(state, STEP_ID);
    const view = viewExecution(compiled, state, this.context.clock.now()).steps.find(
      (it) => it.stepId === STEP_ID,
    );
    const decisions = view?.output?.['decisions'];
    const { executionId } = state;
    return {
      state: stateOf(asked, state, step),
      decisions: isJsonList(decisions) ? decisions.filter(isJsonObject) : [],
      overridden: step?.overridden ?? false,
      executionId,
    };
  }
}

type Asked = z.infer<typeof askRequest>;
type OwnDefinition = JsonObject & { readonly definitionId: string };

const entriesOf = ({ reviewers }: Asked): JsonValue =>
  toJson(reviewers.map((it) => (typeof it === 'string' ? { userId: it, mandatory: true } : it)));

/** Fingerprint of a question's fields; the correlationId, which outlives the execution. */
function fingerprint(asked: Asked): string {
  const { subject = null, payload: shown = null, title = null, askMs = null, presentation } = asked;
  const given = presentation !== undefined && { presentation };
  const parts = { reviewers: entriesOf(asked), subject, payload: shown, title, askMs, ...given };
  return `ask:${fingerprintOf(toJson(parts))}`;
}

/** Returns the question's definition; its id is a hash of its content, so it never changes. */
function definitionOf(asked: Asked): OwnDefinition {
  const { title = 'Question', askMs, subject } = asked;
  const body = {
    name: title,
    nodes: [
      {
        nodeId: 'ask',
        type: 'human',
        ...(askMs !== undefined && { slaMs: askMs }),
        config: {
          reviewers: entriesOf(asked),
          commentBody: title,
          ...(subject !== undefined && { requireSubjectDigest: true }),
          onReject: { end: 'rejected' },
        },
      },
      // A breach is a result too.
      ...(askMs === undefined ? [] : [{ nodeId: 'expired', type: 'end', config: { outcome: 'expired' } }]),
    ],
    edges: askMs === undefined ? [] : [{ from: 'ask', to: 'expired', when: BREACHED }],
  };
  return { definitionId: `ask-${fingerprintOf(body).slice(0, 32)}`, ...body };
}

const BREACHED = canonicalJson({ op: 'eq', args: [{ var: 'step.status' }, 'breached'] });

function stateOf(
  { subject }: Asked,
  { parties }: ExecutionState,
  step: StepState | null,
): AskResult['state'] {
  if (step === null || isOpen(step.status)) return 'pending';
  if (step.status === 'breached') return 'expired';
  // The subject of a question is never revised; a decision on another one does not count.
  if ((parties?.subject?.digest ?? null) !== (subject?.digest ?? null)) return 'cancelled';
  const decision = step.status === 'completed' ? step.output?.['decision'] : null;
  if (decision === 'approve') return 'approved';
  return decision === 'reject' ? 'rejected' : 'cancelled';
}
