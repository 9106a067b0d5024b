/** Secrets that do not leak into logs by accident (contract section 12). */
import { characterCount } from '@org/approval-internal/character-count';
import { isObject } from '@org/approval-internal/values';

/** Limit of contract section 1, in characters. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 512;

const PRINTED = '[secret]';
/**
 * Symbol of `console.log` and `util.inspect`; it is registered, so no import of Node.js is needed.
 */
const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/**
 * A string that both sides sign with. It prints as `[secret]` everywhere; only `reveal()` returns
 * it.
 */
export class Secret {
  readonly #text: string;

  /** @throws TypeError (which does not quote the text) unless it has 16 to 512 characters. */
  constructor(text: string) {
    const fault = secretFault(text);
    if (fault !== null) throw new TypeError(fault);
    this.#text = text;
  }

  /** Returns the secret itself. */
  reveal(): string {
    return this.#text;
  }

  /** Returns a placeholder. */
  toString(): string {
    return PRINTED;
  }

  /** Returns a placeholder. */
  toJSON(): string {
    return PRINTED;
  }

  [Symbol.toPrimitive](): string {
    return PRINTED;
  }

  [INSPECT](): string {
    return PRINTED;
  }
}

/**
 * A secret as callers pass it. Checked by shape, not by class: a host may hold the ESM copy of this
 * package and a framework the CommonJS one.
 */
export type SecretInput =
  | string
  | {
      /** Returns the secret itself. */
      reveal(): string;
    };

export type SecretTexts =
  | { readonly ok: true; readonly texts: readonly [newest: string, ...older: string[]] }
  | { readonly ok: false; readonly fault: string };

/** The strings of the secrets, newest first; or their fault, also where types were not checked. */
export function secretTexts(secrets: readonly unknown[]): SecretTexts {
  if (!Array.isArray(secrets)) return { ok: false, fault: 'pass a list of secrets' };
  const texts = secrets.map(revealed);
  const fault = texts.map(secretFault).find((it) => it !== null);
  if (fault !== undefined) return { ok: false, fault };
  const [newest, ...older] = texts.filter((it) => typeof it === 'string');
  if (newest === undefined) return { ok: false, fault: 'pass at least one secret' };
  return { ok: true, texts: [newest, ...older] };
}

const isRevealing = (value: unknown): value is { reveal(): unknown } =>
  isObject(value) && typeof value['reveal'] === 'function';

/** An unset environment variable arrives as undefined, despite its type. */
function revealed(secret: unknown): unknown {
  if (!isRevealing(secret)) return secret;
  try {
    return secret.reveal();
  } catch {
    // The error may quote the secret. undefined is reported as "not a string".
    return undefined;
  }
}

/** The reason why a value cannot be a secret, or null. Never quotes it. */
function secretFault(text: unknown): string | null {
  if (typeof text !== 'string') return 'a secret must be a string';
  const length = characterCount(text);
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    return `a secret must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
  }
  // UTF-8 replaces every lone surrogate by the same character: different secrets would be one key.
  return text.isWellFormed() ? null : 'a secret must be well-formed Unicode';
}
