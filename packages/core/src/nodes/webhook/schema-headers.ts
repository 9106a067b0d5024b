/** Names of headers that a webhook node may have. */
import * as z from 'zod';

const RESERVED: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'te',
  'trailer',
  'upgrade',
  'keep-alive',
  'cookie',
  'authorization',
  'idempotency-key',
]);

/** True for a header that the engine or HTTP itself sets. */
export const isReservedHeader = (name: string): boolean => {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || /^(proxy-|x-svc-|webhook-)/.test(lower);
};

export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'give the name of an HTTP header');

/** True for a value that every HTTP client can send: one line of Latin-1 without a tab. */
export const isHeaderValue = (value: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(value);
