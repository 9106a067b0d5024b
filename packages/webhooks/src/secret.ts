/** Secrets that do not end up in a log by accident (contract section 12). */
import { characterCount } from '@org/approval-internal/character-count';
import { isObject } from '@org/approval-internal/values';

/** Contract section 1, in characters. */
const MIN_LENGTH = 16;
const MAX_LENGTH = 512;

const PRINTED = '[secret]';
/** What `console.log` and `util.inspect` look for; a registered symbol, so no import of Node is needed. */
const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** A text that both sides sign with. It prints as `[secret]` everywhere; `reveal()` is the one way out. */
export class Secret {
  readonly #text: string;

  /** @throws TypeError (which does not quote the text) unless it has 16 to 512 characters. */
  constructor(text: string) {
    const fault = secretFault(text);
    if (fault !== null) throw new TypeError(fault);
    this.#text = text;
  }

  /** The secret itself. */
  reveal(): string {
    return this.#text;
  }

  /** What is printed in place of it. */
  toString(): string {
    return PRINTED;
  }

  /** What is serialised in place of it. */
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
 * A secret as it is handed in. By shape, not by class: a host may hold the ESM copy of this package and a
 * framework the CommonJS one.
 */
export type SecretInput =
  | string
  | {
      /** The secret itself. */
      reveal(): string;
    };

export type SecretTexts =
  | { readonly ok: true; readonly texts: readonly [newest: string, ...older: string[]] }
  | { readonly ok: false; readonly fault: string };

/** What the secrets say, newest first; or what is wrong with them, also where types were not checked. */
export function secretTexts(secrets: readonly unknown[]): SecretTexts {
  if (!Array.isArray(secrets)) return { ok: false, fault: 'give a list of secrets' };
  const texts = secrets.map(revealed);
  const fault = texts.map(secretFault).find((it) => it !== null);
  if (fault !== undefined) return { ok: false, fault };
  const [newest, ...older] = texts.filter((it) => typeof it === 'string');
  if (newest === undefined) return { ok: false, fault: 'give at least one secret' };
  return { ok: true, texts: [newest, ...older] };
}

const isRevealing = (value: unknown): value is { reveal(): unknown } =>
  isObject(value) && typeof value['reveal'] === 'function';

/** An environment variable that is not set arrives as undefined, whatever its type says. */
function revealed(secret: unknown): unknown {
  if (!isRevealing(secret)) return secret;
  try {
    return secret.reveal();
  } catch {
    // What is thrown may quote it. It is no text, which is told.
    return undefined;
  }
}

/** Why a text cannot be a secret, or null. Never quotes it. */
function secretFault(text: unknown): string | null {
  if (typeof text !== 'string') return 'a secret must be a text';
  const length = characterCount(text);
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    return `a secret must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
  }
  // Lone surrogates all become one replacement character in UTF-8: different secrets would be one key.
  return text.isWellFormed() ? null : 'a secret must be well-formed Unicode';
}
