/** Inbound webhooks (contract section 13): triggers start runs, callbacks complete steps. */
import { parseJson } from '@org/approval-internal/parse-json';
import { invalidField } from '../../definition/issue.js';
import type { JsonValue } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import type { DefinitionTrigger } from '../../definition/triggers.js';
import type { InboundWebhook } from '../../definition/webhooks.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, invalidArgument } from '../errors.js';
import {
  type CallbackBody,
  type TriggerTarget,
  callbackBody,
  triggerTarget,
} from '../shapes/webhooks/inbound.js';
import { workspace } from '../shapes/shared/fields.js';
import { dispatchExecution } from '../shapes/executions/requests.js';
import type { CompleteDeferredResult, TriggerResult } from '../shapes/results.js';
import { type RawRequest, contextOf, isAuthentic, isWanted, keyOf } from '../webhooks/trigger.js';
import { triggersOf } from '../triggers/of-version.js';
import { LinkPages } from './link-pages.js';
import { type Operating, operate } from './operation.js';
import { completeDeferredOn } from './steps/callbacks.js';

/** Called with the workspace of an authenticated request before any effect; throws to forbid it. */
type Admit = (workspaceId: string) => Promise<void>;

const admitAll: Admit = () => Promise.resolve();

/** Compared when no secret exists, so that an unknown trigger takes as long as a bad signature. */
const NOBODYS_SECRET = 'a placeholder that signs nothing';

interface FoundTrigger {
  readonly definition: DefinitionVersion;
  readonly triggerId: string;
  readonly declared: InboundWebhook;
  readonly secret: string;
}

/** Parts that triggers, callbacks and links take. */
type InboundParts = Operating &
  Pick<
    EngineContext,
    | 'parser'
    | 'store'
    | 'pipeline'
    | 'definitions'
    | 'absences'
    | 'transport'
    | 'callbackTokens'
    | 'secrets'
    | 'dispatcher'
  >;

/** Requests of the outside world, which prove themselves: triggers and callbacks. */
export class InboundOperations {
  /** Decision pages, by the token of a link. */
  readonly links: LinkPages;
  private readonly context: InboundParts;

  constructor(context: InboundParts) {
    this.context = context;
    this.links = new LinkPages(context);
  }

  /**
   * Starts an execution for a definition's trigger. Events that the trigger ignores return
   * `accepted: false`.
   * @throws UNAUTHENTICATED for a bad signature and for any unknown workspace, definition or
   * trigger, without distinction; INVALID_ARGUMENT for a body that cannot be a triggerContext.
   */
  trigger(
    target: TriggerTarget & { readonly workspaceId: string },
    request: RawRequest,
    admit = admitAll,
  ): Promise<TriggerResult> {
    return operate(this.context, async () => {
      const found = await this.find(target);
      const { transport, clock } = this.context;
      const declared = found?.declared ?? { authMode: 'hmac' };
      const secret = found?.secret ?? NOBODYS_SECRET;
      const isKnown =
        transport !== null && (await isAuthentic(transport, declared, secret, request, clock.now()));
      if (!isKnown || found === null) throw unauthenticated();
      await admit(target.workspaceId);
      const payload = this.context.parser.json(jsonOf(request.body));
      if (!isWanted(declared, request, payload)) return { accepted: false, code: 'event-ignored' };
      return this.dispatch(target, found, request, payload);
    });
  }

  /**
   * Completes the step that the token was issued for. The body may be a function that reads it: it
   * is called only after the token is verified, so that invalid requests cost little.
   * @throws UNAUTHENTICATED for a token that this engine did not sign; FAILED_PRECONDITION when the
   * step has ended, or was called back with another result.
   */
  callback(
    token: string,
    body: CallbackBody | (() => unknown),
    admit = admitAll,
  ): Promise<CompleteDeferredResult> {
    return operate(this.context, async () => {
      const target = this.context.callbackTokens.read(token);
      if (target === null) throw unauthenticated();
      const { workspaceId, executionId, stepId } = target;
      await admit(workspaceId);
      const given = typeof body === 'function' ? body() : body;
      const result = this.context.parser.parse(callbackBody, given);
      const on = { ...this.context, workspaceId, caller: {} };
      return completeDeferredOn(on, { executionId, stepId, ...result });
    });
  }

  private async find(target: TriggerTarget & { readonly workspaceId: string }): Promise<FoundTrigger | null> {
    if (!triggerTarget.safeParse(withoutWorkspace(target)).success) return null;
    if (!workspace.safeParse({ workspaceId: target.workspaceId }).success) return null;
    const { definitions, secrets } = this.context;
    const definition = await definitions.mostSpecific(target.workspaceId, target.definitionId, target);
    const { triggerId } = target;
    const declared = definition && onlyTrigger(definition, triggerId)?.inboundWebhook;
    if (!definition || !declared) return null;
    const known = (await secrets.openDefinition(definition)).triggers;
    const secret = Object.hasOwn(known, triggerId) ? known[triggerId] : undefined;
    return secret === undefined ? null : { definition, triggerId, declared, secret };
  }

  private async dispatch(
    {
      workspaceId,
      definitionId,
      organizationId,
      documentId,
    }: TriggerTarget & { readonly workspaceId: string },
    { definition, triggerId, declared }: FoundTrigger,
    request: RawRequest,
    payload: JsonValue,
  ): Promise<TriggerResult> {
    const triggerContext = contextOf(declared, payload);
    if (triggerContext === null) {
      const message = 'must be a JSON object; or let the trigger have payloadMapping "wrap"';
      throw invalidArgument([invalidField('', message)]);
    }
    const idempotencyKey = keyOf({ ...definition, triggerId }, declared, request, payload);
    const { parser, dispatcher } = this.context;
    const run = parser.parse(dispatchExecution, {
      ...{ definitionId, organizationId, documentId, triggerContext },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    // Another definition may be the most specific one now, and its secret is unproved.
    const { executionId, deduplicated } = await dispatcher.dispatch(workspaceId, run, {
      uid: definition.uid,
      startedBy: { kind: 'inbound', triggerId, id: null },
    });
    return { accepted: true, code: 'accepted', executionId, deduplicated };
  }
}

const unauthenticated = (): ApprovalError =>
  new ApprovalError('UNAUTHENTICATED', 'the request could not be authenticated');

/**
 * Returns the trigger of that id. Definitions from before ids had to be unique may have several
 * with one stored secret; none of those can be used.
 */
function onlyTrigger(definition: DefinitionVersion, triggerId: string): DefinitionTrigger | null {
  const [named, ...others] = triggersOf(definition).filter((it) => it.triggerId === triggerId);
  return named === undefined || others.length > 0 ? null : named;
}

const withoutWorkspace = ({ workspaceId: _, ...target }: TriggerTarget & { readonly workspaceId: string }) =>
  target;

const BOUNDS = { maxValues: LIMITS.requestValues, maxNames: LIMITS.requestNames };

function jsonOf(body: Uint8Array): unknown {
  const parsed = parseJson(body, BOUNDS);
  if (!parsed.ok) throw invalidArgument([invalidField('', parsed.message)]);
  return parsed.value;
}
