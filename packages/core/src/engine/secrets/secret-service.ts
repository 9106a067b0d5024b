/** Seals secrets for the store and opens them on use; the rest of the engine never sees them. */
import type { JsonObject } from '../../definition/json.js';
import type { DefinitionRef, DefinitionVersion } from '../../ports/store/definitions.js';
import type { DeliveryWork } from '../../ports/store/deliveries.js';
import type { ExecutionKey } from '../../ports/store/executions.js';
import type { SealedSecret, SecretOwner } from '../../ports/store/secrets.js';
import type { ApprovalStore } from '../../ports/store/store.js';
import type { DefinitionCache } from '../caches/definitions.js';
import {
  type DefinitionSecrets,
  NO_SECRETS,
  hasSecrets,
  nodeSecretOf,
  signingSecrets,
  validSecrets,
} from './definition-secrets.js';
import { type Receiver, receiverOf } from '../webhooks/receiver.js';
import { type SecretCipher, UnreadableSecret } from './secret-cipher.js';

const PAGE = 200;
/** Limit of reported secrets that cannot be opened. */
const OWNERS_TOLD = 100;

export class SecretService {
  private readonly store: ApprovalStore;
  private readonly definitions: DefinitionCache;
  private readonly cipher: SecretCipher;

  constructor(parts: { store: ApprovalStore; definitions: DefinitionCache; cipher: SecretCipher }) {
    this.store = parts.store;
    this.definitions = parts.definitions;
    this.cipher = parts.cipher;
  }

  async sealDefinition(ref: DefinitionRef, secrets: DefinitionSecrets): Promise<string | null> {
    return hasSecrets(secrets) ? this.cipher.seal(ofDefinition(ref), JSON.stringify(secrets)) : null;
  }

  async openDefinition(version: DefinitionVersion): Promise<DefinitionSecrets> {
    const { sealedSecrets } = version;
    if (sealedSecrets === null) return NO_SECRETS;
    return JSON.parse(await this.cipher.open(ofDefinition(version), sealedSecrets)) as DefinitionSecrets;
  }

  sealRun(key: ExecutionKey, secret: string): Promise<string> {
    return this.cipher.seal(ofExecution(key), secret);
  }

  /** Returns the signing secrets of a delivery, newest first. */
  async signing(
    { execution, sealedSecret }: DeliveryWork,
    definition: DefinitionVersion,
    receiver: Receiver,
    now: number,
  ): Promise<string[]> {
    if (sealedSecret !== null) return [await this.cipher.open(ofExecution(execution), sealedSecret)];
    const rotated = await this.definitions.newest(definition);
    // A later secret applies to running executions if the receiver is the same.
    const isSame = rotated?.uid === definition.uid && receiverOf(execution, rotated)?.url === receiver.url;
    return signingSecrets(await this.openDefinition(isSame ? rotated : definition), now);
  }

  /**
   * Returns the secrets of a node that calls, newest first: those of the newest version for the
   * same receiver and use, else those of the given one. Empty without a secret.
   */
  async ofNode(definition: DefinitionVersion, nodeId: string, now: number): Promise<string[]> {
    const own = nodeSecretOf(await this.openDefinition(definition), nodeId);
    if (own === null) return [];
    const rotated = await this.definitions.newest(definition);
    if (rotated?.uid !== definition.uid) return validSecrets(own, now);
    const newest = nodeSecretOf(await this.openDefinition(rotated), nodeId);
    return validSecrets(newest?.binding === own.binding ? newest : own, now);
  }

  /**
   * Seals with the newest key all secrets under other keys; returns their number. One that cannot
   * be opened does not stop the others.
   * @throws UnreadableSecret for those, after all others are sealed.
   */
  async resealAll(): Promise<number> {
    let resealed = 0;
    let unreadable = 0;
    let first: UnreadableSecret | null = null;
    const owners: JsonObject[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.store.listSecrets({ limit: PAGE, cursor });
      if (page === 'bad-cursor') throw new Error('the store does not know its own cursor');
      for (const secret of page.items) {
        try {
          if (await this.reseal(secret)) resealed += 1;
        } catch (error) {
          if (!(error instanceof UnreadableSecret)) throw error;
          unreadable += 1;
          first ??= error;
          if (owners.length < OWNERS_TOLD) owners.push({ ...secret.owner });
        }
      }
      cursor = page.cursor;
    } while (cursor !== null);
    if (first === null) return resealed;
    throw new UnreadableSecret(
      `${resealed} secrets were sealed again, and ${unreadable} could not be opened (${first.message}); see details.owners`,
      first,
      { resealed, unreadable, owners },
    );
  }

  private async reseal(secret: SealedSecret): Promise<boolean> {
    if (!this.cipher.isOutdated(secret.sealed)) return false;
    const owner = nameOf(secret.owner);
    const opened = await this.cipher.open(owner, secret.sealed);
    return this.store.replaceSecret(secret, await this.cipher.seal(owner, opened));
  }
}

const ofDefinition = ({ workspaceId, uid, version }: DefinitionRef): string =>
  JSON.stringify(['definition', workspaceId, uid, version]);

const ofExecution = ({ workspaceId, executionId }: ExecutionKey): string =>
  JSON.stringify(['execution', workspaceId, executionId]);

const nameOf = (owner: SecretOwner): string =>
  owner.kind === 'definition' ? ofDefinition(owner) : ofExecution(owner);
