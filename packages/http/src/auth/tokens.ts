/** Short-lived signed tokens with the caller and its role (contract section 14). */
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose';
import { type Check, type Checks, callable, object, optional, text } from '@org/approval-internal/options';
import { type Permission, ROLES, type Role } from '../permissions.js';

/** A key of WebCrypto, in any runtime. */
type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * A signing key and its id. HS256: a secret of at least 32 bytes; EdDSA: a pair, private only to
 * sign.
 */
export type TokenKey =
  | {
      /** Id of the key in tokens. */
      readonly kid: string;
      /** Signature algorithm. */
      readonly algorithm: 'HS256';
      /** Secret of at least 32 bytes, shared by issuer and verifier. */
      readonly secret: Uint8Array;
    }
  | {
      readonly kid: string;
      readonly algorithm: 'EdDSA';
      /** Key for verifying. */
      readonly publicKey: CryptoKey;
      /** Key for signing; not needed for verifying only. */
      readonly privateKey?: CryptoKey;
    };

/** Keys and settings for signing and verifying tokens. */
export interface TokenOptions {
  /** Claim `iss`: the issuer. */
  readonly issuer: string;
  /** Claim `aud`: the audience. */
  readonly audience: string;
  /** The first signs; all verify, so that a key can be replaced while its tokens are valid. */
  readonly keys: readonly [TokenKey, ...TokenKey[]];
  /** ms since the epoch; the system's clock by default. */
  readonly now?: () => number;
}

/** Caller and lifetime of a token. */
export interface TokenRequest {
  readonly workspaceId: string;
  /** The user; a reviewer decides as this one. */
  readonly subject?: string;
  /** Role whose permissions the token carries. */
  readonly role: Role;
  /** 15 minutes by default, at most 24 hours. */
  readonly ttlSeconds?: number;
}

export interface TokenClaims {
  readonly workspaceId: string;
  readonly subject: string | null;
  readonly permissions: ReadonlySet<Permission>;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

const DEFAULT_TTL_SECONDS = 900;
const MAX_TTL_SECONDS = 86_400;
/** Allowed clock skew between machines. */
const LEEWAY_SECONDS = 5;

/** Issues a token for one caller. Choose the least role: it sets all permissions. */
export async function issueAuthToken(options: TokenOptions, request: TokenRequest): Promise<string> {
  const { ttlSeconds = DEFAULT_TTL_SECONDS, workspaceId, subject, role } = request;
  if (!(ttlSeconds > 0 && ttlSeconds <= MAX_TTL_SECONDS)) {
    throw new RangeError(`a token lives between 1 s and ${MAX_TTL_SECONDS} s, not ${ttlSeconds} s`);
  }
  if (subject === '') throw new TypeError('subject must name the user; leave it out for a token of no user');
  const [key] = options.keys;
  const issuedAt = Math.floor(nowOf(options) / 1_000);
  const token = new SignJWT({ wid: workspaceId, role })
    .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: 'JWT' })
    .setIssuer(options.issuer)
    .setAudience(options.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds);
  if (subject !== undefined) token.setSubject(subject);
  return token.sign(signingKey(key));
}

/** Returns the claims of a valid token, or null; the reason for a failure is not revealed. */
export async function verifyAuthToken(options: TokenOptions, token: string): Promise<TokenClaims | null> {
  try {
    const { kid } = decodeProtectedHeader(token);
    const key = options.keys.find((it) => it.kid === kid);
    if (key === undefined) return null;
    const { payload } = await jwtVerify(token, key.algorithm === 'HS256' ? key.secret : key.publicKey, {
      // Fixed by the key, never by the token.
      algorithms: [key.algorithm],
      issuer: options.issuer,
      audience: options.audience,
      requiredClaims: ['exp', 'iat', 'wid', 'role'],
      maxTokenAge: MAX_TTL_SECONDS,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(nowOf(options)),
    });
    const { wid, role, exp = 0, iat = 0 } = payload;
    // A program that has the key may have made this token itself.
    const sub: unknown = payload.sub ?? null;
    if (typeof wid !== 'string' || !isRole(role) || exp - iat > MAX_TTL_SECONDS) return null;
    if (sub !== null && (typeof sub !== 'string' || sub === '')) return null;
    return { workspaceId: wid, subject: sub, permissions: PERMISSIONS_OF[role], expiresAt: exp * 1_000 };
  } catch {
    return null;
  }
}

const PERMISSIONS_OF: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  admin: new Set(ROLES.admin),
  agent: new Set(ROLES.agent),
  author: new Set(ROLES.author),
  reviewer: new Set(ROLES.reviewer),
  service: new Set(ROLES.service),
};

const isRole = (role: unknown): role is Role => typeof role === 'string' && Object.hasOwn(ROLES, role);

function signingKey(key: TokenKey): Uint8Array | CryptoKey {
  if (key.algorithm === 'HS256') return key.secret;
  if (key.privateKey === undefined) throw new TypeError(`key "${key.kid}" has no private part to sign with`);
  return key.privateKey;
}

const nowOf = ({ now = Date.now }: TokenOptions): number => now();

/** Checks for keys that could never work. */
const keys: Check = (value, name) => {
  if (!Array.isArray(value) || value.length === 0) return [`${name} must be a list of one key or more`];
  const kids = value.map((key) => (key as TokenKey | null)?.kid);
  return [
    ...value.flatMap((key, index) => keyFaults(key, `${name}[${index}]`)),
    ...(new Set(kids).size < kids.length ? ['two keys have the same kid'] : []),
  ];
};

const keyFaults: Check = (value, name) => {
  if (typeof value !== 'object' || value === null) return object(value, name);
  const key = value as Partial<Record<'kid' | 'algorithm' | 'secret' | 'publicKey', unknown>>;
  if (typeof key.kid !== 'string') return text(key.kid, `${name}.kid`);
  if (key.algorithm === 'EdDSA') return object(key.publicKey, `${name}.publicKey`);
  if (key.algorithm !== 'HS256') return [`${name}.algorithm must be HS256 or EdDSA`];
  if (!(key.secret instanceof Uint8Array)) return [`${name}.secret must be a Uint8Array`];
  const { length } = key.secret;
  return length < 32 ? [`the secret of key "${key.kid}" has ${length} bytes; HS256 needs 32 or more`] : [];
};

export const TOKEN_OPTIONS: Checks<TokenOptions> = {
  issuer: text,
  audience: text,
  keys,
  now: optional(callable),
};
