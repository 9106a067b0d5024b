/** SHA-256: of the runtime where it has one that is synchronous, else in JavaScript. */
import { sha256 as inJavaScript } from '@noble/hashes/sha2.js';

interface NativeHash {
  update(data: string | Uint8Array, encoding?: 'utf8'): NativeHash;
  digest(): Uint8Array;
}
interface Runtime {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => { createHash?: (name: string) => NativeHash } | undefined;
  };
}

const encoder = new TextEncoder();
/** Browsers have only an asynchronous one, whose threads cost more than short texts do. */
const createHash = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto')?.createHash;

/** Returns the SHA-256 of bytes, or of a text in UTF-8. */
export const sha256: (data: string | Uint8Array) => Uint8Array =
  createHash === undefined
    ? sha256InJavaScript
    : (data) =>
        typeof data === 'string'
          ? createHash('sha256').update(data, 'utf8').digest()
          : createHash('sha256').update(data).digest();

/** The same without the runtime. Exported for the test that compares both. */
export function sha256InJavaScript(data: string | Uint8Array): Uint8Array {
  return inJavaScript(typeof data === 'string' ? encoder.encode(data) : data);
}

/** A hash over parts that arrive one after another. */
export interface RunningHash {
  /** Adds bytes. */
  readonly add: (bytes: Uint8Array) => void;
  /** Ends the hash; nothing can be added after. */
  readonly end: () => Uint8Array;
}

/** Begins a SHA-256 over parts. */
export function runningSha256(): RunningHash {
  const hash = createHash === undefined ? inJavaScript.create() : createHash('sha256');
  return { add: (bytes) => void hash.update(bytes), end: () => hash.digest() };
}
