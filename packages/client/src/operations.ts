/** Operations of a client: types, methods and timeouts. */
import { type Timed, asMs } from '@org/approval-internal/duration';
import type {
  PermitOperationPath,
  PermitOperationRequest,
  PermitOperationResult,
} from '@org/approval-agents';
import type { CallOptions } from './call-options.js';
import { EFFECTS, type OperationMethods, WAITS } from './operations.gen.js';
import type {
  OperationPath as EnginePath,
  OperationRequest as EngineRequest,
  OperationResult as EngineResult,
} from '@org/approval-core/views';
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

const isWaiting = (path: ClientPath): path is keyof typeof WAITS => Object.hasOwn(WAITS, path);

/** Returns the longest wait of the server in ms; invalid values count as 0. */
export function waitMsOf(path: ClientPath, data: { readonly waitMs?: unknown }): number {
  if (!isWaiting(path)) return 0;
  const otherwise = WAITS[path];
  const asked = asMs(data.waitMs) ?? otherwise;
  return typeof asked === 'number' && asked > 0 && asked <= CLIENT_LIMITS.waitMs ? asked : 0;
}

/**
 * Calls any operation by its path, with its types: `call('executions/get', { executionId })`.
 * @throws ApprovalClientError; the reason of `signal`.
 */
export type Call = <P extends ClientPath>(
  path: P,
  data: Timed<ClientRequest<P>>,
  options?: CallOptions,
) => Promise<ClientResult<P>>;

/** Any operation by its path, untyped. */
type AnyCall = (path: ClientPath, data: object, options?: CallOptions) => Promise<unknown>;
type AnyMethod = (data?: object, options?: CallOptions) => Promise<unknown>;

const isPath = (path: string): path is ClientPath => Object.hasOwn(EFFECTS, path);

/**
 * Builds the methods from the keys of the table. A Proxy would not need the keys, but would answer
 * to every name (`then`, a misspelt method) and show nothing in a console.
 */
export function methodsOf(call: AnyCall): OperationMethods {
  const areas: Record<string, Record<string, AnyMethod>> = {};
  for (const path of Object.keys(EFFECTS).filter(isPath)) {
    const [first = '', name = ''] = path.split('/');
    const area = first === 'events' ? 'feed' : first;
    (areas[area] ??= {})[name] = (data = {}, options) => call(path, data, options);
  }
  // The table and the type are generated from the same records.
  return areas as unknown as OperationMethods;
}
