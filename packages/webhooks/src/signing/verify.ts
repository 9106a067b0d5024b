/**
 * Turns a request into a typed event (contract sections 11 and 12). For any runtime: WebCrypto
 * only.
 */
import { type ParsedEvent, parseEvent } from '../event.js';
import type { SecretInput } from '../secret.js';
import { type VerifyFailure, failure } from './failure.js';
import { type SignatureCheck, type SignedRequest, verifyHmac } from './verify-hmac.js';
import { type Freshness, verifyStandard } from './verify-standard.js';

/**
 * Required signature. Never "either of them": an attacker with a recorded delivery could then drop
 * the headers with its time, and repeat it forever.
 */
export type Scheme = 'standard' | 'svc';

/** Accepted secrets, and the maximum age of signatures. */
export interface VerifyOptions extends Freshness {
  /** All currently valid secrets; several during the overlap of a rotation. */
  readonly secrets: readonly SecretInput[];
  /**
   * `standard` (the `webhook-*` headers) by default; `svc` is `x-svc-signature`, without replay
   * protection.
   */
  readonly scheme?: Scheme;
}

/** An authentic request, or a failure. */
export type Verified = ({ readonly ok: true } & ParsedEvent) | VerifyFailure;

const CHECKS: Readonly<
  Record<Scheme, (request: SignedRequest, options: VerifyOptions) => Promise<SignatureCheck>>
> = {
  standard: (request, options) => verifyStandard(request, options.secrets, options),
  svc: (request, options) => verifyHmac(request, options.secrets),
};

/**
 * Returns the event of an authentic and fresh request, or the failed check. Never throws.
 * @example
 * ```ts
 * import { sign, verify } from '@org/approval-webhooks';
 *
 * const secrets = ['a-secret-of-both-sides'];
 * const event = {
 *   eventId: 'evt_1',
 *   seq: 1,
 *   type: 'execution.completed',
 *   executionId: 'exe_1',
 *   stepId: null,
 * };
 * const body = new TextEncoder().encode(
 *   JSON.stringify({
 *     ...event,
 *     timestamp: Date.now(),
 *     correlationId: 'invoice-7',
 *     data: { durationMs: 5 },
 *   }),
 * );
 * // The headers that the engine sends.
 * const headers = await sign({ id: 'evt_1', now: Date.now(), body, secrets });
 *
 * const verified = await verify({ headers, body }, { secrets, now: Date.now() });
 * console.log(verified.ok && verified.event.type); // → execution.completed
 * const forged = await verify({ headers, body: body.slice(1) }, { secrets, now: Date.now() });
 * console.log(!forged.ok && forged.reason); // → signature-mismatch
 * ```
 */
export async function verify(request: SignedRequest, options: VerifyOptions): Promise<Verified> {
  const { scheme = 'standard' } = options;
  if (!Object.hasOwn(CHECKS, scheme))
    return failure('scheme-unsupported', 'the option scheme must be "standard" or "svc"');
  const checked = await CHECKS[scheme](request, options);
  if (!checked.ok) return checked;
  const parsed = parseEvent(request.body);
  return parsed === null ? failure('event-malformed', 'the body is not an event') : { ok: true, ...parsed };
}
