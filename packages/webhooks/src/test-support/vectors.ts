/** The published test vectors. */
import { readFileSync } from 'node:fs';
import type { VerifyReason } from '../signing/failure.js';
import type { Scheme } from '../signing/verify.js';

interface Body {
  readonly body?: string;
  readonly bodyBase64?: string;
}

interface ValidVector extends Body {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly id: string;
  readonly timestamp: number;
  readonly isEvent: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface InvalidVector extends Body {
  readonly name: string;
  readonly scheme: Scheme;
  readonly reason: VerifyReason;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly headers: Readonly<Record<string, string>>;
}

const text = readFileSync(new URL('../../vectors.json', import.meta.url), 'utf8');
export const VECTORS = JSON.parse(text) as { valid: ValidVector[]; invalid: InvalidVector[] };

export const bytesOf = ({ body, bodyBase64 = '' }: Body): Buffer =>
  body === undefined ? Buffer.from(bodyBase64, 'base64') : Buffer.from(body, 'utf8');
