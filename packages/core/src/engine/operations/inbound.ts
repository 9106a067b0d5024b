/** Inbound webhooks (contract section 13): triggers that start runs, and callbacks that complete deferred steps. */
import { type JsonValue, textFault } from '../../definition/json.js';
import type { Trigger } from '../../definition/webhooks.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { EngineContext } from '../context.js';
import { ApprovalError, invalidArgument } from '../errors.js';
import { type CallbackBody, type TriggerTarget, callbackBody, triggerTarget } from '../requests/inbound.js';
import type { CompleteDeferredResult, TriggerResult } from '../views/results.js';
import { type RawRequest, contextOf, isAuthentic, isWanted, keyOf } from '../webhooks/trigger.js';
import { ExecutionOperations } from './executions.js';
import { operate } from './operation.js';
import { StepOperations } from './steps.js';

/** Called with the workspace of a request that has proved itself, before anything is done; throws what forbids it. */
export type Admit = (workspaceId: string) => Promise<void>;

const admitAll: Admit = () => Promise.resolve();

/** Compared with when there is nothing to compare with, so that an unknown trigger takes as long as a bad signature. */
const NOBODYS_SECRET = 'a secret that nobody signs with';

export class InboundOperations {
  private readonly context: EngineContext;

  constructor(context: EngineContext) {
    this.context = context;
  }

  /**
   * Starts a run as a definition's trigger says. An event that the trigger does not want is answered with `accepted:
   * false`.
   * @throws UNAUTHENTICATED for a bad signature and for any unknown workspace, definition or trigger, all alike;
   * INVALID_ARGUMENT for a body that cannot be a triggerContext.
   */
  trigger(
    target: TriggerTarget & { readonly workspaceId: string },
    request: RawRequest,
    admit = admitAll,
  ): Promise<TriggerResult> {
    return operate(this.context, async () => {
      const found = await this.find(target);
      const { transport } = this.context;
      const declared = found?.trigger.inboundWebhook ?? { authMode: 'hmac' };
      const secret = found?.secret ?? NOBODYS_SECRET;
      const isKnown = transport !== null && (await isAuthentic(transport, declared, secret, request));
      if (!isKnown || found === null) throw unauthenticated();
      await admit(target.workspaceId);
      const payload = this.context.parser.json(jsonOf(request.body));
      if (!isWanted(declared, request, payload)) return { accepted: false, code: 'event-ignored' };
      return this.dispatch(target, declared, request, payload);
    });
  }

  /**
   * Completes the step that the token was issued for.
   * @throws UNAUTHENTICATED for a token that this engine did not sign; FAILED_PRECONDITION when the step has ended, or
   * was called back with another result.
   */
  callback(token: string, body: CallbackBody, admit = admitAll): Promise<CompleteDeferredResult> {
    return operate(this.context, async () => {
      const target = await this.context.callbackTokens.read(token);
      if (target === null) throw unauthenticated();
      const { workspaceId, executionId, stepId } = target;
      await admit(workspaceId);
      const result = this.context.parser.parse(callbackBody, body);
      return new StepOperations(this.context, workspaceId).completeDeferred({
        executionId,
        stepId,
        ...result,
      });
    });
  }

  private async find(
    target: TriggerTarget & { readonly workspaceId: string },
  ): Promise<{ trigger: Trigger; secret: string } | null> {
    if (!triggerTarget.safeParse(withoutWorkspace(target)).success) return null;
    // A store must not be asked for text that it cannot hold.
    if (textFault(target.workspaceId) !== null) return null;
    const { definitions, secrets } = this.context;
    const definition = await definitions.mostSpecific(target.workspaceId, target.definitionId, target);
    const trigger = definition && triggersOf(definition).find((it) => it.triggerId === target.triggerId);
    if (!definition || !trigger) return null;
    const known = (await secrets.openDefinition(definition)).triggers;
    const secret = Object.hasOwn(known, trigger.triggerId) ? known[trigger.triggerId] : undefined;
    return secret === undefined ? null : { trigger, secret };
  }

  private async dispatch(
    {
      workspaceId,
      definitionId,
      triggerId,
      organizationId,
      documentId,
    }: TriggerTarget & { readonly workspaceId: string },
    declared: Trigger['inboundWebhook'],
    request: RawRequest,
    payload: JsonValue,
  ): Promise<TriggerResult> {
    const triggerContext = contextOf(declared, payload);
    if (triggerContext === null) {
      const message = 'must be a JSON object; or let the trigger have payloadMapping "wrap"';
      throw invalidArgument([{ code: 'invalid-field', message, path: '' }]);
    }
    const idempotencyKey = await keyOf({ definitionId, triggerId }, declared, request, payload);
    const dispatched = await new ExecutionOperations(this.context, workspaceId).dispatch({
      ...{ definitionId, organizationId, documentId, triggerContext },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    const { executionId, deduplicated } = dispatched;
    return { accepted: true, code: 'accepted', executionId, deduplicated };
  }
}

const unauthenticated = (): ApprovalError =>
  new ApprovalError('UNAUTHENTICATED', 'the request could not be authenticated');

const triggersOf = ({ authored }: DefinitionVersion): readonly Trigger[] =>
  (authored['triggers'] ?? []) as unknown as readonly Trigger[];

const withoutWorkspace = ({ workspaceId: _, ...target }: TriggerTarget & { readonly workspaceId: string }) =>
  target;

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalidArgument([{ code: 'invalid-field', message: 'the body is not JSON in UTF-8', path: '' }]);
  }
}
