/** Turns what a host registers into three operations, or says what is wrong with it. */
import {
  type Checks,
  callable,
  fields,
  must,
  optional,
  optionFaults,
  pauseMs,
  text,
  texts,
  truth,
} from '@org/approval-shared/options';
import { type CustomFields, customFieldsOf } from '../content/custom-fields.js';
import { CommentsSetupError, type OperationName } from '../errors.js';
import { type Attempt, endpointAttempt, functionAttempt } from './attempt.js';
import type { CommentDataProvider, EndpointConfig, ResolverConfig, RetryConfig } from './provider.js';

interface Operation {
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

const ENDPOINT: Checks<EndpointConfig> = {
  url: must('a text that is not empty', (value) => typeof value === 'string' && value !== ''),
  headers: optional(
    must(
      'an object or a function',
      (value) => ['object', 'function'].includes(typeof value) && value !== null,
    ),
  ),
  credentials: optional(text),
};
const RETRY: Checks<RetryConfig> = {
  retryCount: optional(must('0 or a whole number above it', (it) => Number.isInteger(it) && Number(it) >= 0)),
  retryDelay: optional(pauseMs),
  revertOnFailure: optional(truth),
};
const CONFIG: Checks<ResolverConfig> = {
  getConfig: optional(fields(ENDPOINT)),
  saveConfig: optional(fields(ENDPOINT)),
  deleteConfig: optional(fields(ENDPOINT)),
  resolveTimeout: optional(
    must('a number of ms above 0', (it) => typeof it === 'number' && it > 0 && it < Infinity),
  ),
  getRetryConfig: optional(fields(RETRY)),
  saveRetryConfig: optional(fields(RETRY)),
  deleteRetryConfig: optional(fields(RETRY)),
  additionalFields: optional(texts),
  fieldsToRemove: optional(texts),
};
/** A provider may be an object of a class, with members of its own: only what is ours is looked at. */
const PROVIDER: Checks<CommentDataProvider> = {
  get: optional(callable),
  save: optional(callable),
  delete: optional(callable),
  config: optional(fields(CONFIG)),
};

/** @throws CommentsSetupError that names the operations that are missing, or every setting that is wrong. */
export function register(provider: CommentDataProvider, fetch: typeof globalThis.fetch): RegisteredProvider {
  const { get, save, config = {} } = provider;
  const faults = optionFaults({ get, save, delete: provider.delete, config }, PROVIDER);
  if (faults.length > 0) throw new CommentsSetupError(`${faults.join('; ')}.`);
  const missing = OPERATIONS.filter((it) => !provider[it] && !config[`${it}Config`]);
  if (missing.length > 0) {
    const ways = missing.map((it) => `a function "${it}" or config.${it}Config`).join(', and ');
    throw new CommentsSetupError(`The comment data provider lacks ${missing.join(', ')}. Give ${ways}.`);
  }
  const operation = (name: OperationName): Operation => {
    const call = provider[name];
    const endpoint = config[`${name}Config`];
    const retry = retryOf(config[`${name}RetryConfig`]);
    // Called as a method, so that providers may be objects that use `this`.
    if (call) return { source: 'function', attempt: functionAttempt(call.bind(provider)), retry };
    // One of the two is there, as was seen above.
    return { source: 'endpoint', attempt: endpointAttempt(endpoint as EndpointConfig, fetch), retry };
  };
  const { resolveTimeout = DEFAULT_TIMEOUT_MS } = config;
  return {
    operations: { get: operation('get'), save: operation('save'), delete: operation('delete') },
    custom: customFieldsOf(config),
    resolveTimeout,
  };
}

const retryOf = ({
  retryCount = 0,
  retryDelay = 0,
  revertOnFailure = true,
}: RetryConfig = {}): Required<RetryConfig> => ({ retryCount, retryDelay, revertOnFailure });
