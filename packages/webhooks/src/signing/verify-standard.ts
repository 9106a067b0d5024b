/** Verifies the Standard Webhooks trio (contract section 12). */
import { type Duration, asMs } from '@org/approval-internal/duration';
import type { SecretInput } from '../secret.js';
import { failure } from './failure.js';
import { headerOf } from './headers.js';
import { anyEqual, hmac, toBase64 } from './hmac.js';
import { DEFAULT_TOLERANCE_MS, HEADERS, STANDARD_VERSION, WEBHOOK_ID } from './scheme.js';
import { signedHead } from './sign.js';
import { type SignatureCheck, type SignedRequest, usable } from './verify-hmac.js';

/** Time of the check, and the largest difference to the sender's clock; both in ms. */
export interface Freshness {
  /** Time of the check, in ms since the epoch. */
  readonly now: number;
  /** 300,000 by default. */
  readonly toleranceMs?: Duration;
}

/** Whole seconds, in canonical form. */
const TIMESTAMP = /^(0|[1-9]\d{0,11})$/;

/**
 * Checks that one of the secrets signed id, time and body, and that the time is near. Never throws.
 */
export async function verifyStandard(
  { headers, body }: SignedRequest,
  secrets: readonly SecretInput[],
  { now, toleranceMs: given = DEFAULT_TOLERANCE_MS }: Freshness,
): Promise<SignatureCheck> {
  const known = usable(secrets, body);
  if (!known.ok) return known;
  const id = headerOf(headers, HEADERS.id);
  const timestamp = headerOf(headers, HEADERS.timestamp);
  const signatures = headerOf(headers, HEADERS.signature);
  for (const [name, value] of [
    [HEADERS.id, id],
    [HEADERS.timestamp, timestamp],
    [HEADERS.signature, signatures],
  ] as const) {
    if (value === '') return failure('header-missing', `the header ${name} is missing`);
  }
  if (!WEBHOOK_ID.test(id)) return failure('header-malformed', `${HEADERS.id} is not a valid id`);
  if (!TIMESTAMP.test(timestamp))
    return failure('header-malformed', `${HEADERS.timestamp} is not a valid time`);
  const age = now - Number(timestamp) * 1_000;
  const toleranceMs = Number(asMs(given));
  // A `now` or a tolerance that is not a number fails this comparison, and is refused.
  if (!(age <= toleranceMs)) return failure('timestamp-too-old', 'the signature is too old');
  if (!(age >= -toleranceMs)) return failure('timestamp-too-new', 'the signature is from the future');
  return checkSignatures(known.texts, signedHead(id, timestamp), body, signatures);
}

async function checkSignatures(
  keys: readonly string[],
  head: string,
  body: Uint8Array,
  signatures: string,
): Promise<SignatureCheck> {
  const ours = signatures.split(' ').filter((it) => it.startsWith(STANDARD_VERSION));
  if (ours.length === 0) return failure('scheme-unsupported', `${HEADERS.signature} has no v1 signature`);
  const given = ours.map((it) => it.slice(STANDARD_VERSION.length));
  if (given.every((it) => it === '')) return failure('digest-missing', `${HEADERS.signature} has no digest`);
  const expected = await Promise.all(keys.map((key) => hmac('sha256', key, head, body)));
  if (anyEqual(expected.map(toBase64), given)) return { ok: true };
  return failure(
    'signature-mismatch',
    `${HEADERS.signature} has no signature of this body by a known secret`,
  );
}
