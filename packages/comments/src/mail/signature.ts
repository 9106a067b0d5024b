/**
 * The signature of a webhook whose key begins with `whsec_`: the scheme of Standard Webhooks, with
 * a key in base64.
 */
const PREFIX = 'whsec_';
const TOLERANCE_MS = 300_000;
const MOST_SECRETS = 10;
const MOST_SIGNATURES = 20;
const MOST_BYTES = 8 * 1024 * 1024;
/** Bytes of a key. */
const [LEAST_KEY, MOST_KEY] = [16, 512];

/** A webhook as it arrived. */
export interface SignedWebhook {
  /** The headers of the request, under names in lower case, or as the platform's `Headers`. */
  readonly headers: Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as they were received, before they are parsed. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The keys that are known, and the time. */
export interface WebhookKeys {
  /** Keys as the sender shows them, `whsec_` and base64; several during a rotation. */
  readonly secrets: readonly string[];
  /** Time of the check, in ms since the epoch. */
  readonly now: number;
}

/**
 * Returns true for a webhook that one of the keys signed less than 5 minutes ago. It reads
 * `webhook-id`, `webhook-timestamp` and `webhook-signature`, or the same names with `svix-`.
 *
 * @throws TypeError for a key that is not `whsec_` and the base64 of 16 to 512 bytes; it does not
 * quote the key.
 */
export async function isSignedWebhook(
  { headers, body }: SignedWebhook,
  { secrets, now }: WebhookKeys,
): Promise<boolean> {
  if (secrets.length === 0 || secrets.length > MOST_SECRETS)
    throw new TypeError(`secrets must have 1 to ${MOST_SECRETS} keys`);
  const keys = secrets.map(keyOf);
  const kind = headerOf(headers, 'webhook-id') === '' ? 'svix' : 'webhook';
  const [id = '', at = '', given = ''] = ['id', 'timestamp', 'signature'].map((it) =>
    headerOf(headers, `${kind}-${it}`),
  );
  const isNear = /^\d{1,12}$/.test(at) && Math.abs(now - Number(at) * 1_000) <= TOLERANCE_MS;
  // Without a full stop no part of what is signed can be taken for another.
  if (!isNear || !/^[\w:-]{1,200}$/.test(id) || body.length > MOST_BYTES) return false;
  const signatures = given.split(' ').slice(0, MOST_SIGNATURES).flatMap(signatureOf);
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${at}.`), ...body]);
  const checks = keys.flatMap((key) => signatures.map((it) => isOf(key, it, signed)));
  return (await Promise.all(checks)).includes(true);
}

/** The platform compares in constant time. */
async function isOf(key: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const scheme = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, scheme, false, ['verify']);
  return crypto.subtle.verify('HMAC', imported, signature, signed);
}

type Bytes = Uint8Array<ArrayBuffer>;

function keyOf(secret: string): Bytes {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : null;
  if (bytes === null || bytes.length < LEAST_KEY || bytes.length > MOST_KEY)
    throw new TypeError(`a key must be ${PREFIX} and the base64 of ${LEAST_KEY} to ${MOST_KEY} bytes`);
  return bytes;
}

/** Signatures of other schemes are passed over. */
function signatureOf(given: string): Bytes[] {
  const bytes = given.startsWith('v1,') ? bytesOf(given.slice(3)) : null;
  return bytes === null ? [] : [bytes];
}

/** Null: the text is not base64. */
function bytesOf(text: string): Bytes | null {
  if (text.length > 1_024 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 === 1) return null;
  return Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
}

function headerOf(headers: SignedWebhook['headers'], name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value.trim() : '';
}

const isHeaders = (headers: SignedWebhook['headers']): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';
