/**
 * Verifies an HMAC of the raw body in one header: `x-svc-signature`, GitHub's, and similar ones.
 */
import { type SecretInput, secretTexts } from '../secret.js';
import { type VerifyFailure, failure } from './failure.js';
import { type HeaderSource, headerOf } from './headers.js';
import { anyEqual, hmac, toBase64, toHex } from './hmac.js';
import { HMAC_PRESETS, type HmacPreset } from './scheme.js';

/** A request as received. */
export interface SignedRequest {
  /** Headers of the request. */
  readonly headers: HeaderSource;
  /** The received bytes, never JSON that was parsed and serialized again. */
  readonly body: Uint8Array;
}

/** Result of the check, with the reason of a failure. */
export type SignatureCheck =
  | {
      /** Always true for a valid signature. */
      readonly ok: true;
    }
  | VerifyFailure;

const BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;

const ENCODINGS = {
  hex: { pattern: /^[0-9a-f]+$/, length: (bytes: number) => bytes * 2, encode: toHex },
  base64: {
    pattern: /^[A-Za-z0-9+/]+={0,2}$/,
    length: (bytes: number) => Math.ceil(bytes / 3) * 4,
    encode: toBase64,
  },
} as const;

/**
 * Checks that one of the secrets signed the body (contract sections 12 and 13). Such a signature
 * covers no time: an intercepted request can be repeated forever, unless the receiver remembers
 * events. Never throws.
 * @see docs/reference/contract.md#12-outbound-webhooks
 * @see docs/reference/contract.md#13-inbound-webhooks
 */
export async function verifyHmac(
  { headers, body }: SignedRequest,
  secrets: readonly SecretInput[],
  preset: HmacPreset = HMAC_PRESETS.svc,
): Promise<SignatureCheck> {
  const { header, algorithm, prefix, encoding = 'hex' } = preset;
  const known = usable(secrets, body);
  if (!known.ok) return known;
  const value = headerOf(headers, header.toLowerCase()).trim();
  if (value === '') return failure('header-missing', `the header ${header} is missing`);
  if (!value.startsWith(prefix))
    return failure('scheme-unsupported', `${header} must be ${prefix}<${encoding}>`);
  const given = value.slice(prefix.length);
  const digest = encoding === 'hex' ? given.toLowerCase() : given;
  if (digest === '') return failure('digest-missing', `${header} has no digest`);
  const { pattern, length, encode } = ENCODINGS[encoding];
  if (digest.length !== length(BYTES[algorithm]) || !pattern.test(digest)) {
    const unit = encoding === 'hex' ? 'hex digits' : 'characters of base64';
    return failure('header-malformed', `${header} must carry ${length(BYTES[algorithm])} ${unit}`);
  }
  const expected = await Promise.all(known.texts.map((key) => hmac(algorithm, key, '', body)));
  if (anyEqual(expected.map(encode), [digest])) return { ok: true };
  return failure('signature-mismatch', `${header} is not a signature of this body with a known secret`);
}

export type Usable = { readonly ok: true; readonly texts: readonly string[] } | VerifyFailure;

/** Strings of the secrets; a failure where the receiver is not set up to verify anything. */
export function usable(secrets: readonly SecretInput[], body: unknown): Usable {
  const known = secretTexts(secrets);
  if (!known.ok) return failure('no-secret', known.fault);
  if (!(body instanceof Uint8Array)) return failure('body-not-raw', 'the body must be the bytes received');
  return known;
}
