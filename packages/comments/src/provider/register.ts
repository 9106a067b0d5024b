/** Turns what a host registers into three operations, or says what is wrong with it. */
import { msOf } from '@org/approval-internal/duration';
import {
  type Checks,
  callable,
  fields,
  must,
  optional,
  optionFaults,
  msIn,
  pauseMs,
  text,
  texts,
  truth,
} from '@org/approval-internal/options';
import { type CustomFields, customFieldsOf } from '../content/custom-fields.js';
import { CommentsSetupError, type OperationName, type ProviderKind } from '../errors.js';
import { isObject } from '../record.js';
import { type Attempt, asJson, endpointAttempt, functionAttempt } from './attempt.js';
import { asForm } from './form.js';
import type { EndpointConfig, ResolverConfig, ResolverResponse, RetryConfig } from './config.js';

interface Operation {
  readonly source: 'function' | 'endpoint';
  readonly attempt: Attempt;
  readonly retry: Required<RetryConfig> & { readonly retryDelay: number };
  /** Returns true for response data of the requested form. */
  readonly isAnswer: (data: unknown) => boolean;
}

export interface RegisteredProvider<Name extends OperationName = OperationName> {
  readonly kind: ProviderKind;
  readonly operations: Readonly<Record<Name, Operation>>;
  readonly custom: CustomFields;
  /** ms */
  readonly resolveTimeout: number;
  /** Events beside those of the contract that a save may have. */
  readonly additionalSaveEvents: readonly string[];
}

/** Each of them has to be there; the others a provider of this kind has not. */
const OPERATIONS = {
  comment: ['get', 'save', 'delete'],
  user: ['get'],
  reaction: ['get', 'save', 'delete'],
  attachment: ['save', 'delete'],
  notification: ['get', 'delete'],
  activity: ['get', 'save'],
} as const satisfies Record<ProviderKind, readonly OperationName[]>;

/** The operations of a kind of provider. */
export type OperationsOf<Kind extends ProviderKind> = (typeof OPERATIONS)[Kind][number];

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
  resolveTimeout: optional(msIn('a number of ms above 0', (it) => it > 0 && it < Infinity)),
  getRetryConfig: optional(fields(RETRY)),
  saveRetryConfig: optional(fields(RETRY)),
  deleteRetryConfig: optional(fields(RETRY)),
  additionalFields: optional(texts),
  fieldsToRemove: optional(texts),
  additionalSaveEvents: optional(texts),
};
/**
 * A provider may be an instance of a class, with its own members. Only the members of the contract
 * are checked.
 */
const PROVIDER: Checks<AnyProvider> = {
  get: optional(callable),
  save: optional(callable),
  delete: optional(callable),
  config: optional(fields(CONFIG)),
};

type AnyFunction = (request: never) => Promise<ResolverResponse>;

/** A provider of any kind, as far as it is registered. */
export interface AnyProvider {
  readonly get?: AnyFunction;
  readonly save?: AnyFunction;
  readonly delete?: AnyFunction;
  readonly config?: ResolverConfig;
}

/**
 * @throws CommentsSetupError that names the operations that are missing, or every setting that is
 * wrong.
 */
export function register<Kind extends ProviderKind>(
  kind: Kind,
  provider: AnyProvider,
  fetch: typeof globalThis.fetch,
): RegisteredProvider<OperationsOf<Kind>> {
  const { get, save, config = {} } = provider;
  const faults = optionFaults({ get, save, delete: provider.delete, config }, PROVIDER);
  if (faults.length > 0) throw new CommentsSetupError(`${faults.join('; ')}.`);
  const needed: readonly OperationName[] = OPERATIONS[kind];
  const isThere = (name: OperationName) => provider[name] ?? config[`${name}Config`];
  const missing = needed.filter((it) => !isThere(it));
  if (missing.length > 0) {
    const ways = missing.map((it) => `a function "${it}" or config.${it}Config`).join(', and ');
    throw new CommentsSetupError(`The ${kind} data provider lacks ${missing.join(', ')}. Give ${ways}.`);
  }
  const others = (['get', 'save', 'delete'] as const).filter((it) => !needed.includes(it) && isThere(it));
  if (others.length > 0)
    throw new CommentsSetupError(
      `The ${kind} data provider is never asked for ${others.join(', ')}: leave it out.`,
    );
  const operation = (name: OperationName): Operation => {
    const call = provider[name];
    const { encode, isAnswer } = wayOf(kind, name);
    const common = { retry: retryOf(config[`${name}RetryConfig`]), isAnswer };
    // Called as a method, so that providers may be objects that use `this`.
    if (call) return { source: 'function', attempt: functionAttempt(call.bind(provider)), ...common };
    // One of the two is there, as was seen above.
    const endpoint = config[`${name}Config`] as EndpointConfig;
    return { source: 'endpoint', attempt: endpointAttempt(endpoint, fetch, encode), ...common };
  };
  const { resolveTimeout = DEFAULT_TIMEOUT_MS, additionalSaveEvents = [] } = config;
  const operations = Object.fromEntries(needed.map((name) => [name, operation(name)]));
  return {
    kind,
    operations: operations as Record<OperationsOf<Kind>, Operation>,
    custom: customFieldsOf(config),
    resolveTimeout: msOf(resolveTimeout),
    additionalSaveEvents,
  };
}

/**
 * Requests are sent as JSON and answers are read as a map. Only a file is sent as it is, and
 * answered with its URL.
 */
function wayOf(kind: ProviderKind, name: OperationName) {
  if (kind === 'attachment' && name === 'save')
    return { encode: asForm, isAnswer: (data: unknown) => isObject(data) && typeof data.url === 'string' };
  return { encode: asJson, isAnswer: (data: unknown) => name !== 'get' || isObject(data) };
}

const retryOf = ({
  retryCount = 0,
  retryDelay = 0,
  revertOnFailure = true,
}: RetryConfig = {}): Operation['retry'] => ({ retryCount, retryDelay: msOf(retryDelay), revertOnFailure });
