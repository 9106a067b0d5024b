/** The built-in `authenticate`: an API key for the workspace, and a token for the caller. */
import { type Duration, msOf } from '@org/approval-internal/duration';
import { ApprovalError } from '@org/approval-core';
import { remembered } from '@org/approval-core/internal';
import { type HttpRequest, headerOf } from '@org/approval-internal/http';
import { type Checks, callable, checkOptions, optional, pauseMs } from '@org/approval-internal/options';
import type { Principal } from '../permissions.js';
import { type ApiKeyRecord, equalInConstantTime, keyIdOf, sha256 } from './api-keys.js';
import { TOKEN_OPTIONS, type TokenOptions, verifyAuthToken } from './tokens.js';

/** A stored API key: its record, and its workspace. */
export interface KnownApiKey extends ApiKeyRecord {
  readonly workspaceId: string;
}

/** Options of `createAuthenticator`: finding API keys and verifying tokens. */
export interface AuthenticatorOptions extends TokenOptions {
  /** Finds a key by its id. Called for every key that was not seen in the last `rememberMs`. */
  readonly findApiKey: (keyId: string) => KnownApiKey | null | Promise<KnownApiKey | null>;
  /** Time for which a valid pair of key and token is cached; 30 s by default, 0 disables it. */
  readonly rememberMs?: Duration;
}

const OPTIONS: Checks<AuthenticatorOptions> = {
  ...TOKEN_OPTIONS,
  findApiKey: callable,
  rememberMs: optional(pauseMs),
};

const REMEMBERED = 10_000;
/** Checked in place of an unknown key, so that it takes as long. */
const NO_KEY: KnownApiKey = { keyId: '', workspaceId: '', sha256: '0'.repeat(64) };

interface Remembered {
  readonly principal: Principal;
  readonly until: number;
}

/**
 * The built-in `authenticate`: an API key names the workspace, and a signed token proves the
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
    // Both are always checked, so that failures differ neither in shape nor in time.
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

/** `findApiKey` over a list, for example from a configuration. */
export function apiKeyList(keys: readonly KnownApiKey[]): AuthenticatorOptions['findApiKey'] {
  const byId = new Map(keys.map((key) => [key.keyId, key]));
  return (keyId) => byId.get(keyId) ?? null;
}
