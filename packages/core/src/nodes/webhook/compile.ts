/** Compiles a webhook node. */
import type { WebhookNode } from '../../definition/definition.js';
import { DEFAULTS } from '../../definition/limits.js';
import type { RetryPolicy } from '../../compile/compiled-people.js';
import { compileRetry } from '../../compile/people.js';
import type { CompiledNodeBase } from '../compile-base.js';
import { type RequestTemplates, readRequest } from './lint-request.js';
import type { WebhookNodeConfig } from './schema.gen.js';

/** Authentication of a request, without its secret. */
export interface CompiledAuth {
  readonly kind: 'none' | 'hmac' | 'bearer' | 'basic' | 'header' | 'host';
  /** User name of `basic`. */
  readonly username?: string;
  /** Name of the header of `header`, in lower case. */
  readonly header?: string;
  /** Name of the credentials of `host`. */
  readonly name?: string;
}

/** The request of a webhook node. */
export interface CompiledRequest extends RequestTemplates {
  readonly method: string;
  readonly auth: CompiledAuth;
  readonly isAsync: boolean;
  readonly timeoutMs: number;
  readonly maxRuntimeMs: number;
  /** null: 200-299 */
  readonly successCodes: readonly number[] | null;
  /** Names of output fields with their paths. */
  readonly output: Readonly<Record<string, string>>;
  /** Further response headers to keep, in lower case. */
  readonly responseHeaders: readonly string[];
  readonly requireNonEmptyOutput: boolean;
  readonly retry: RetryPolicy;
}

/** The compiled form of a webhook node. */
export interface CompiledWebhookNode extends CompiledNodeBase {
  readonly type: 'webhook';
  /** Absent in versions from before webhook nodes were executed: their steps are skipped. */
  readonly request?: CompiledRequest;
}

export const compileWebhook = ({ nodeId, slaMs, retry = {}, config }: WebhookNode): CompiledWebhookNode => ({
  nodeId,
  type: 'webhook',
  slaMs: slaMs ?? null,
  ...(config !== undefined && {
    request: {
      ...readRequest(config).templates,
      ...settingsOf(config),
      auth: authOf(config),
      retry: compileRetry(retry),
    },
  }),
});

function settingsOf(
  config: WebhookNodeConfig,
): Omit<CompiledRequest, keyof RequestTemplates | 'auth' | 'retry'> {
  const isAsync = config.mode === 'async';
  return {
    method: config.method ?? 'POST',
    isAsync,
    timeoutMs: config.timeoutMs ?? DEFAULTS.callTimeoutMs,
    maxRuntimeMs: config.maxRuntimeMs ?? (isAsync ? DEFAULTS.asyncRuntimeMs : DEFAULTS.callRuntimeMs),
    successCodes: config.successCodes ?? null,
    output: config.output ?? {},
    responseHeaders: (config.responseHeaders ?? []).map((it) => it.toLowerCase()),
    requireNonEmptyOutput: config.requireNonEmptyOutput ?? false,
  };
}

function authOf({ auth = { kind: 'none' } }: WebhookNodeConfig): CompiledAuth {
  switch (auth.kind) {
    case 'basic':
      return { kind: 'basic', username: auth.username };
    case 'header':
      return { kind: 'header', header: auth.header.toLowerCase() };
    case 'host':
      return { kind: 'host', name: auth.name };
    default:
      return { kind: auth.kind };
  }
}
