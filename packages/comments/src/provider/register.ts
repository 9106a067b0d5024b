/** Turns what a host registers into three operations, or says what is wrong with it. */
import { type CustomFields, customFieldsOf } from '../content/custom-fields.js';
import { CommentsSetupError, type OperationName } from '../errors.js';
import { type Attempt, endpointAttempt, functionAttempt } from './attempt.js';
import type { CommentDataProvider, RetryConfig } from './provider.js';

export interface Operation {
  readonly source: 'function' | 'endpoint';
  readonly attempt: Attempt;
  readonly retry: Required<RetryConfig>;
}

export interface RegisteredProvider {
  readonly operations: Readonly<Record<OperationName, Operation>>;
  readonly custom: CustomFields;
  /** ms */
  readonly resolveTimeout: number;
}

const OPERATIONS: readonly OperationName[] = ['get', 'save', 'delete'];
const DEFAULT_TIMEOUT_MS = 60_000;

/** @throws CommentsSetupError that names the operations that are missing, or the setting that is wrong. */
export function register(provider: CommentDataProvider, fetch: typeof globalThis.fetch): RegisteredProvider {
  const { config = {} } = provider;
  const missing = OPERATIONS.filter((it) => !provider[it] && !config[`${it}Config`]);
  if (missing.length > 0) {
    const ways = missing.map((it) => `a function "${it}" or config.${it}Config`).join(', and ');
    throw new CommentsSetupError(`The comment data provider lacks ${missing.join(', ')}. Give ${ways}.`);
  }
  const operation = (name: OperationName): Operation => {
    const call = provider[name];
    const endpoint = config[`${name}Config`];
    const retry = retryOf(`${name}RetryConfig`, config[`${name}RetryConfig`]);
    // Called as a method, so that providers may be objects that use `this`.
    if (call) return { source: 'function', attempt: functionAttempt(call.bind(provider)), retry };
    if (typeof endpoint?.url !== 'string' || endpoint.url === '')
      throw new CommentsSetupError(`config.${name}Config needs a url.`);
    return { source: 'endpoint', attempt: endpointAttempt(endpoint, fetch), retry };
  };
  const { resolveTimeout = DEFAULT_TIMEOUT_MS } = config;
  if (!(resolveTimeout > 0 && resolveTimeout < Infinity))
    throw new CommentsSetupError('config.resolveTimeout must be a number of ms above 0.');
  return {
    operations: { get: operation('get'), save: operation('save'), delete: operation('delete') },
    custom: customFieldsOf(config),
    resolveTimeout,
  };
}

function retryOf(name: string, config: RetryConfig = {}): Required<RetryConfig> {
  const { retryCount = 0, retryDelay = 0, revertOnFailure = true } = config;
  if (!Number.isInteger(retryCount) || retryCount < 0)
    throw new CommentsSetupError(`config.${name}.retryCount must be 0 or a whole number above it.`);
  if (!(retryDelay >= 0 && retryDelay < Infinity))
    throw new CommentsSetupError(`config.${name}.retryDelay must be a number of ms, 0 or above.`);
  return { retryCount, retryDelay, revertOnFailure };
}
