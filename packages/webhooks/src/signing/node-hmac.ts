/**
 * The same HMAC with node:crypto, synchronously: WebCrypto uses another thread for each, which
 * costs more than the digest.
 */
import { createHmac } from 'node:crypto';
import type { Hmac } from './hmac.js';

export const nodeHmac: Hmac = (algorithm, secret, head, body) =>
  Promise.resolve(createHmac(algorithm, secret).update(head).update(body).digest());
