/** Requests that the fuzzer draws. */
import type { Role } from './target/client.js';

/** A request without its address and its credentials. */
export interface Drawn {
  /** Sender; an administrator by default. */
  readonly role?: Role;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}
