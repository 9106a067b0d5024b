/** Secrets at rest, for a change of keys. A store never sees their content. */
import type { DefinitionRef } from './definitions.js';
import type { ExecutionKey } from './executions.js';
import type { Page, PageRequest } from './page.js';

/** Owner of the secret: a version of a definition, or an execution with its own receiver. */
export type SecretOwner =
  ({ readonly kind: 'definition' } & DefinitionRef) | ({ readonly kind: 'execution' } & ExecutionKey);

/** A stored secret, sealed by the engine. */
export interface SealedSecret {
  /** Owner. */
  readonly owner: SecretOwner;
  /** The sealed text. */
  readonly sealed: string;
}

/** Access to every secret, to seal it again with a new key. */
export interface SecretStore {
  /** Every sealed secret of every workspace, in a stable order. */
  listSecrets(page: PageRequest): Promise<Page<SealedSecret>>;

  /** Puts `next` where `before` is; false: something else is there by now, and stays. */
  replaceSecret(before: SealedSecret, next: string): Promise<boolean>;
}
