/** Short-lived signed tokens: who calls, and what they may do (contract section 14). */
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose';
import { type Permission, ROLES, type Role } from '../permissions.js';

/** A key of WebCrypto, in whatever runtime. */
export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A key that signs tokens, by its id. HS256: one secret of at least 32 bytes; EdDSA: a pair, private only to sign. */
export type TokenKey =
  | { readonly kid: string; readonly algorithm: 'HS256'; readonly secret: Uint8Array }
  | {
      readonly kid: string;
      readonly algorithm: 'EdDSA';
      readonly publicKey: CryptoKey;
      readonly privateKey?: CryptoKey;
    };

export interface TokenOptions {
  readonly issuer: string;
  readonly audience: string;
  /** The first signs; all verify, so that a key can be replaced while its tokens live. */
  readonly keys: readonly [TokenKey, ...TokenKey[]];
  /** ms since the epoch; the system's clock by default. */
  readonly now?: () => number;
}

export interface TokenRequest {
  readonly workspaceId: string;
  /** The user; a reviewer decides as this one. */
  readonly subject?: string;
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
/** Clocks of two machines may differ by this much. */
const LEEWAY_SECONDS = 5;

/** A token for one caller. Ask only for what it needs: its role is all that it may do. */
export async function issueAuthToken(options: TokenOptions, request: TokenRequest): Promise<string> {
  const { ttlSeconds = DEFAULT_TTL_SECONDS, workspaceId, subject, role } = request;
  if (!(ttlSeconds > 0 && ttlSeconds <= MAX_TTL_SECONDS)) {
    throw new RangeError(`a token lives between 1 s and ${MAX_TTL_SECONDS} s, not ${ttlSeconds} s`);
  }
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

/** The claims of a good token, or null: of whatever is wrong with a bad one, nobody is told. */
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
    // Signed by whoever has the key, which may be a program that makes tokens of its own.
    const sub: unknown = payload.sub ?? null;
    if (typeof wid !== 'string' || !isRole(role) || exp - iat > MAX_TTL_SECONDS) return null;
    if (sub !== null && typeof sub !== 'string') return null;
    return { workspaceId: wid, subject: sub, permissions: PERMISSIONS_OF[role], expiresAt: exp * 1_000 };
  } catch {
    return null; // Whatever it is, it is no good token.
  }
}

const PERMISSIONS_OF: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  admin: new Set(ROLES.admin),
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

/** Fails at once where a set of keys could never work. */
export function checkTokenOptions({ keys }: TokenOptions): void {
  for (const key of keys) {
    if (key.algorithm === 'HS256' && key.secret.length < 32) {
      throw new TypeError(
        `the secret of key "${key.kid}" has ${key.secret.length} bytes; HS256 needs 32 or more`,
      );
    }
  }
  if (new Set(keys.map((key) => key.kid)).size < keys.length)
    throw new TypeError('two keys have the same kid');
}
