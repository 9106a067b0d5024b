/** What the operations of an engine share. */
import { LIMITS } from '../definition/limits.js';
import { systemClock } from '../ports/clock.js';
import { randomIds } from '../ports/ids.js';
import type { Change } from '../ports/store/executions.js';
import { Activity } from './activity.js';
import type { BatchLimits } from './batcher.js';
import { DefinitionCache } from './definition-cache.js';
import { Dispatcher } from './dispatcher.js';
import type { EngineOptions } from './options.js';
import { Pipeline } from './pipeline.js';
import { RequestParser } from './requests/parse.js';
import { CallbackTokens } from './webhooks/callback-tokens.js';
import { SecretKeeper } from './webhooks/secret-keeper.js';
import { type SecretKey, Vault } from './webhooks/vault.js';
import type { Environment } from '../interpreter/turn.js';
import type { Clock } from '../ports/clock.js';
import type { WebhookTransport } from '../ports/webhooks.js';
import type { Ids } from '../ports/ids.js';
import type { ApprovalStore } from '../ports/store/store.js';
import type { Agents } from './agent-caller.js';

export interface EngineContext {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly agents: Agents;
  readonly parser: RequestParser;
  readonly definitions: DefinitionCache;
  readonly pipeline: Pipeline;
  readonly dispatcher: Dispatcher;
  /** null: the engine neither pushes events nor takes triggers. */
  readonly transport: WebhookTransport | null;
  readonly secrets: SecretKeeper;
  readonly callbackTokens: CallbackTokens;
  /** Deliveries are due that no commit has told of. */
  readonly onRedelivery: () => void;
  readonly environment: () => Environment;
  /** Operations under way. */
  readonly activity: Activity;
}

export const batchLimits = ({ batches }: EngineOptions): BatchLimits => ({
  maxSize: 256,
  maxConcurrent: 4,
  ...batches,
});

/** What an engine does when something was committed that its workers and listeners are to know. */
export interface ContextHooks extends Pick<EngineContext, 'onRedelivery'> {
  readonly onCommitted: (change: Change) => void;
}

export function engineContext(
  options: EngineOptions,
  { onCommitted, onRedelivery }: ContextHooks,
): EngineContext {
  const { store, agents = {}, clock = systemClock, ids = randomIds } = options;
  const limits = batchLimits(options);
  const environment = (): Environment => ({
    now: clock.now(),
    newEventId: () => ids.next('evt'),
    maxStepsPerExecution: options.limits?.stepsPerExecution ?? LIMITS.stepsPerExecution,
  });
  const definitions = new DefinitionCache(store, limits);
  const { secretKeys = [] } = options;
  const vault = new Vault({
    keys: secretKeys,
    plaintext: options.allowPlaintextSecrets === true || !store.durable,
  });
  const secrets = new SecretKeeper({ store, definitions, vault });
  const pipeline = new Pipeline({ store, definitions, environment, limits, onCommitted });
  return {
    store,
    clock,
    ids,
    agents,
    parser: new RequestParser(options.limits?.requestBytes ?? LIMITS.requestBytes),
    definitions,
    pipeline,
    dispatcher: new Dispatcher({ store, definitions, secrets, pipeline, ids, environment, limits }),
    transport: options.webhooks?.transport ?? null,
    secrets,
    // Nothing outlives a store in memory, so neither need its tokens.
    callbackTokens: new CallbackTokens(secretKeys.length > 0 || store.durable ? secretKeys : [ownKey()]),
    onRedelivery,
    environment,
    activity: new Activity(),
  };
}

const ownKey = (): SecretKey => ({ keyId: 'own', key: crypto.getRandomValues(new Uint8Array(32)) });
