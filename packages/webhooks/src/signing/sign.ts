/** Signs one attempt of a delivery (contract section 12). For any runtime: WebCrypto only. */
import { type SecretInput, secretTexts } from '../secret.js';
import { type Hmac, hmac, toBase64, toHex } from './hmac.js';
import { HEADERS, HMAC_PRESETS, STANDARD_VERSION, WEBHOOK_ID } from './scheme.js';

/** Content to sign, and the secrets. */
export interface SignRequest {
  /** Id of the event, the same in every attempt. */
  readonly id: string;
  /** Time of the attempt, in ms since the epoch; it is signed in whole seconds. */
  readonly now: number;
  /** The bytes that are sent. */
  readonly body: Uint8Array;
  /** The newest first; several during the overlap of a rotation. */
  readonly secrets: readonly SecretInput[];
}

/** The headers of a signed request. */
export type SignatureHeaders = Readonly<
  Record<(typeof HEADERS)['svcSignature' | 'id' | 'timestamp' | 'signature'], string>
>;

/**
 * Returns both signatures. `x-svc-signature` has room for one digest and uses the newest secret;
 * `webhook-signature` carries one of each secret. Rejects with a TypeError without a secret, for a
 * secret that is out of bounds, for an id that could be read as another part of the signed content,
 * and for an invalid `now`.
 */
export const sign = (request: SignRequest): Promise<SignatureHeaders> => signedBy(hmac, request);

/** @param digest where the runtime has a faster one than WebCrypto. */
export async function signedBy(
  digest: Hmac,
  { id, now, body, secrets }: SignRequest,
): Promise<SignatureHeaders> {
  const known = secretTexts(secrets);
  if (!known.ok) throw new TypeError(known.fault);
  if (!WEBHOOK_ID.test(id)) {
    throw new TypeError('the id of a webhook must have 1 to 200 characters of A-Z a-z 0-9 : _ -');
  }
  const timestamp = secondsOf(now);
  const { algorithm, prefix } = HMAC_PRESETS.svc;
  const [plain, ...standard] = await Promise.all([
    digest(algorithm, known.texts[0], '', body),
    ...known.texts.map((key) => digest('sha256', key, signedHead(id, timestamp), body)),
  ]);
  return {
    [HEADERS.svcSignature]: `${prefix}${toHex(plain)}`,
    [HEADERS.id]: id,
    [HEADERS.timestamp]: timestamp,
    [HEADERS.signature]: standard.map((digest) => `${STANDARD_VERSION}${toBase64(digest)}`).join(' '),
  };
}

/** Signed text before the body, as in Standard Webhooks. */
export const signedHead = (id: string, timestamp: string): string => `${id}.${timestamp}.`;

function secondsOf(now: number): string {
  if (!Number.isSafeInteger(now) || now < 0) throw new TypeError('now must be in ms since the epoch');
  return String(Math.floor(now / 1_000));
}

/** A delivery to sign. */
export interface DeliveryRequest extends SignRequest {
  /** Number of the attempt, from 0. */
  readonly attempt: number;
}

/**
 * All headers of an attempt, as the contract lists them: the signatures, and data for the
 * receiver's logs.
 */
export const deliveryHeaders = (request: DeliveryRequest): Promise<Readonly<Record<string, string>>> =>
  deliveryHeadersBy(hmac, request);

/** @param digest where the runtime has a faster one than WebCrypto. */
export async function deliveryHeadersBy(
  digest: Hmac,
  request: DeliveryRequest,
): Promise<Readonly<Record<string, string>>> {
  return {
    'content-type': 'application/json',
    [HEADERS.eventId]: request.id,
    [HEADERS.attempt]: String(request.attempt),
    ...(await signedBy(digest, request)),
  };
}
