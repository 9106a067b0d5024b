/** The built-in `authenticate`: an API key that names the workspace, and a token that proves the caller. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { ApprovalError } from '@org/approval-core';
import { remembered } from '@org/approval-core/internal';
import { type HttpRequest, headerOf } from '@org/approval-internal/http';
import { type Checks, callable, checkOptions, optional, pauseMs } from '@org/approval-internal/options';
import type { Principal } from '../permissions.js';
import { type ApiKeyRecord, equalInConstantTime, keyIdOf, sha256 } from './api-keys.js';
import { TOKEN_OPTIONS, type TokenOptions, verifyAuthToken } from './tokens.js';

/** An API key as the host keeps it: its record, and the workspace that it names. */
export interface KnownApiKey extends ApiKeyRecord {
  readonly workspaceId: string;
}

/** Where API keys are found, and how tokens are proved. */
export interface AuthenticatorOptions extends TokenOptions {
  /**
   * Finds a key by its id: in a list, or wherever the host keeps them. Asked for every key that was not seen in the
   * last `rememberMs`.
   */
  readonly findApiKey: (keyId: string) => KnownApiKey | null | Promise<KnownApiKey | null>;
  /** How long a pair of key and token that was found good needs no second look; 30 s by default, 0 for never. */
  readonly rememberMs?: Duration;
}

const OPTIONS: Checks<AuthenticatorOptions> = {
  ...TOKEN_OPTIONS,
  findApiKey: callable,
  rememberMs: optional(pauseMs),
};

const REMEMBERED = 10_000;
/** Looked up in place of a key that is none, so that it takes as long. */
const NO_KEY: KnownApiKey = { keyId: '', workspaceId: '', sha256: '0'.repeat(64) };

interface Remembered {
  readonly principal: Principal;
  readonly until: number;
}

/**
 * The built-in `authenticate`: an API key that names the workspace, and a signed token that proves the
 * caller. Rejects with an `ApprovalError` (UNAUTHENTICATED).
 * @throws TypeError when an option makes no sense, or the keys could never work.
 */
export function createAuthenticator(
  options: AuthenticatorOptions,
): (request: HttpRequest) => Promise<Principal> {
  checkOptions('createAuthenticator', options, OPTIONS);
  const { findApiKey, now = Date.now } = options;
  const rememberMs = msOf(options.rememberMs ?? 30_000);
  const principals = remembered<Remembered>(REMEMBERED);

  return async (request) => {
    const apiKey = headerOf(request, 'x-svc-api-key') ?? '';
    const token = headerOf(request, 'x-svc-auth-token') ?? '';
    const pair = `${apiKey} ${token}`;
    const known = principals.get(pair);
    if (known !== undefined && now() < known.until) return known.principal;
    // Both are looked at, whatever the first look finds: failures differ neither in shape nor in time.
    const [key, claims] = await Promise.all([knownKey(apiKey, findApiKey), verifyAuthToken(options, token)]);
    if (key === null || claims?.workspaceId !== key.workspaceId) {
      throw new ApprovalError('UNAUTHENTICATED', 'missing or invalid x-svc-api-key or x-svc-auth-token');
    }
    const principal: Principal = claims;
    principals.set(pair, { principal, until: Math.min(claims.expiresAt, now() + rememberMs) });
    return principal;
  };
}

async function knownKey(
  apiKey: string,
  findApiKey: AuthenticatorOptions['findApiKey'],
): Promise<KnownApiKey | null> {
  const keyId = keyIdOf(apiKey);
  const [found, digest] = await Promise.all([keyId === null ? null : findApiKey(keyId), sha256(apiKey)]);
  const isGood = equalInConstantTime((found ?? NO_KEY).sha256, digest);
  return isGood ? found : null;
}

/** `findApiKey` over a list, such as one from a configuration. */
export function apiKeyList(keys: readonly KnownApiKey[]): AuthenticatorOptions['findApiKey'] {
  const byId = new Map(keys.map((key) => [key.keyId, key]));
  return (keyId) => byId.get(keyId) ?? null;
}
