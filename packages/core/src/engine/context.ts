/** What the operations of an engine share. */
import type { Environment } from '../interpreter/turn.js';
import type { Clock } from '../ports/clock.js';
import type { WebhookTransport } from '../ports/webhooks.js';
import type { Ids } from '../ports/ids.js';
import type { ApprovalStore } from '../ports/store/store.js';
import type { Activity } from './activity.js';
import type { Agents } from './agent-caller.js';
import type { DefinitionCache } from './definition-cache.js';
import type { Dispatcher } from './dispatcher.js';
import type { Pipeline } from './pipeline.js';
import type { RequestParser } from './requests/parse.js';
import type { SecretKeeper } from './webhooks/secret-keeper.js';

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
  /** Deliveries are due that no commit has told of. */
  readonly onRedelivery: () => void;
  readonly environment: () => Environment;
  /** Operations under way. */
  readonly activity: Activity;
}
