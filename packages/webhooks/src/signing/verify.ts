/** From a request to a typed event (contract sections 11 and 12). For any runtime: WebCrypto only. */
import { type ParsedEvent, parseEvent } from '../event.js';
import type { SecretInput } from '../secret.js';
import { type VerifyFailure, failure } from './failure.js';
import { type SignatureCheck, type SignedRequest, verifyHmac } from './verify-hmac.js';
import { type Freshness, verifyStandard } from './verify-standard.js';

/**
 * Which signature is asked for. Never "either of them": whoever overheard a delivery could then leave out the
 * headers that carry its time, and repeat it for ever.
 */
export type Scheme = 'standard' | 'svc';

/** Whose signatures are taken, and how old they may be. */
export interface VerifyOptions extends Freshness {
  /** All that are valid now; several during the overlap of a rotation. */
  readonly secrets: readonly SecretInput[];
  /** `standard` (the `webhook-*` headers) by default; `svc` is `x-svc-signature`, and bounds no replay. */
  readonly scheme?: Scheme;
}

/** A request that is authentic. */
export type Verified = ({ readonly ok: true } & ParsedEvent) | VerifyFailure;

const CHECKS: Readonly<
  Record<Scheme, (request: SignedRequest, options: VerifyOptions) => Promise<SignatureCheck>>
> = {
  standard: (request, options) => verifyStandard(request, options.secrets, options),
  svc: (request, options) => verifyHmac(request, options.secrets),
};

/**
 * The event of a genuine and fresh request, or which check failed. Never throws.
 * @example
 * ```ts
 * import { sign, verify } from '@org/approval-webhooks';
 *
 * const secrets = ['a-secret-of-both-sides'];
 * const event = { eventId: 'evt_1', seq: 1, type: 'execution.completed', executionId: 'exe_1', stepId: null };
 * const body = new TextEncoder().encode(
 *   JSON.stringify({ ...event, timestamp: Date.now(), correlationId: 'invoice-7', data: { durationMs: 5 } }),
 * );
 * const headers = await sign({ id: 'evt_1', now: Date.now(), body, secrets }); // what the engine sends
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
