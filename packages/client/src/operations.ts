/** Every operation: its method, its types, and whether it may be done again. */
import { type Timed, asMs } from '@org/approval-internal/duration';
import type {
  PermitOperationPath,
  PermitOperationRequest,
  PermitOperationResult,
} from '@org/approval-agents';
import type {
  OperationPath as EnginePath,
  OperationRequest as EngineRequest,
  OperationResult as EngineResult,
} from '@org/approval-core';
import { CLIENT_LIMITS } from './limits.js';

/** Path of an operation, as in `executions/dispatch`: of the engine, or of the gate before it. */
export type ClientPath = EnginePath | PermitOperationPath;
/** Request of the operation at a path. */
export type ClientRequest<P extends ClientPath> = P extends EnginePath
  ? EngineRequest<P>
  : P extends PermitOperationPath
    ? PermitOperationRequest<P>
    : never;
/** Result of the operation at a path. */
export type ClientResult<P extends ClientPath> = P extends EnginePath
  ? EngineResult<P>
  : P extends PermitOperationPath
    ? PermitOperationResult<P>
    : never;

/**
 * After a call whose outcome is unknown, its answer having been lost or the store having failed:
 * - `read`: it changes nothing. It is done again, and its outcome is never unknown.
 * - `safe`: by contract a repeat does nothing more. It is done again.
 * - `keyed`: safe with an idempotencyKey, which the client adds when the caller gives none.
 * - `once`: it is not done again. A repeat would answer that the definition exists, the version is outdated or the
 *   step has ended, although all went well; or it would delete what somebody else has created since, or send once more
 *   what has been delivered since.
 *
 * A call that was surely not done is repeated whatever it is: over the rate limit, which is looked at before the
 * operation, without a connection, or without a token to send it with.
 */
type Repeat<P extends ClientPath> = 'idempotencyKey' extends keyof ClientRequest<P>
  ? 'keyed'
  : 'read' | 'safe' | 'once';

/** One line for each operation, or this does not compile. The client's methods are made from it. */
export const REPEATS: { readonly [P in ClientPath]: Repeat<P> } = {
  'definitions/create': 'once',
  'definitions/update': 'once',
  'definitions/get': 'read',
  'definitions/list': 'read',
  'definitions/delete': 'once',
  'definitions/ensure': 'safe',
  'definitions/validate': 'read',
  'executions/dispatch': 'keyed',
  'executions/get': 'read',
  'executions/list': 'read',
  'executions/getEvents': 'read',
  'executions/wait': 'read',
  'executions/cancel': 'safe',
  'executions/withdraw': 'safe',
  'executions/reviseSubject': 'keyed',
  'executions/explain': 'read',
  'steps/recordReviewerDecision': 'safe',
  'steps/recordAgentResolution': 'safe',
  'steps/cancel': 'once',
  'steps/resolve': 'once',
  'steps/listWaiting': 'read',
  'steps/delegate': 'safe',
  'steps/claim': 'safe',
  'steps/release': 'safe',
  'steps/addReviewers': 'safe',
  'steps/retractDecision': 'safe',
  'steps/requestInformation': 'keyed',
  'steps/provideInformation': 'safe',
  'steps/remind': 'safe',
  'steps/decideMany': 'safe',
  'people/setAbsence': 'safe',
  'people/clearAbsence': 'safe',
  'people/listAbsences': 'read',
  'events/list': 'read',
  'links/create': 'once',
  'links/revoke': 'safe',
  'webhooks/listDeliveries': 'read',
  'webhooks/redeliver': 'once',
  'permits/request': 'safe',
  'permits/requestBatch': 'safe',
  'permits/get': 'read',
  'permits/list': 'read',
  // What executes has to know whether it may: a repeat that finds the permit spent cannot say by whom.
  'permits/redeem': 'once',
  'permits/outcome': 'once',
  'permits/amend': 'keyed',
  'permits/revoke': 'safe',
  'grants/create': 'keyed',
  'grants/list': 'read',
  'grants/revoke': 'safe',
};

/** What the server waits for where the request does not say, in ms; others are answered at once. */
const WAITS: Readonly<Partial<Record<ClientPath, number>>> = {
  'executions/wait': CLIENT_LIMITS.waitMs,
  'permits/get': 0,
};

/** How long the server may wait before it answers, in ms; what it would refuse counts for nothing. */
export function waitMsOf(path: ClientPath, data: { readonly waitMs?: unknown }): number {
  const otherwise = WAITS[path];
  if (otherwise === undefined) return 0;
  const asked = asMs(data.waitMs) ?? otherwise;
  return typeof asked === 'number' && asked > 0 && asked <= CLIENT_LIMITS.waitMs ? asked : 0;
}

/** What a single call takes beside its request. */
export interface CallOptions {
  /** Gives the call up: it rejects with the signal's reason. The engine may have done it all the same. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Any operation by its path, typed by it: `call('executions/get', { executionId })`.
 * @throws ApprovalClientError; the reason of `signal`.
 */
export type Call = <P extends ClientPath>(
  path: P,
  data: Timed<ClientRequest<P>>,
  options?: CallOptions,
) => Promise<ClientResult<P>>;

/** `events/*` is the feed: `client.events(executionId)` follows one run. */
type AreaOf<P> = P extends `events/${string}` ? 'feed' : P extends `${infer Area}/${string}` ? Area : never;
type NameOf<P, Area extends string> = P extends `${Area extends 'feed' ? 'events' : Area}/${infer Name}`
  ? Name
  : never;
type Method<P extends ClientPath> =
  Partial<ClientRequest<P>> extends ClientRequest<P>
    ? (data?: Timed<ClientRequest<P>>, options?: CallOptions) => Promise<ClientResult<P>>
    : (data: Timed<ClientRequest<P>>, options?: CallOptions) => Promise<ClientResult<P>>;

/** `definitions/create` as `definitions.create(data, {signal}?)`, and so on for every path. */
export type OperationMethods = {
  readonly [Area in AreaOf<ClientPath>]: {
    readonly [P in ClientPath as NameOf<P, Area>]: Method<P>;
  };
};

/**
 * The methods, from the keys of the table, which has a line for each operation anyway. A Proxy would do without
 * the keys, but answer to every name (`then`, a misspelt method) and show nothing in a console.
 */
export function methodsOf(call: Call): OperationMethods {
  const areas: Record<string, Record<string, unknown>> = {};
  for (const path of Object.keys(REPEATS) as ClientPath[]) {
    const [first, name] = path.split('/') as [string, string];
    const area = first === 'events' ? 'feed' : first;
    const method: Method<'definitions/list'> = (data = {}, options) =>
      call(path, data as never, options) as never;
    (areas[area] ??= {})[name] = method;
  }
  return areas as unknown as OperationMethods;
}
