/** Separates secrets from a definition (contract section 2): the stored one has none. */
import type { Definition } from '../../definition/definition.js';
import type { JsonObject, JsonValue } from '../../definition/json.js';

/** Time in ms that a replaced secret goes on signing, so that the receiver can change later. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1_000;

interface ReplacedSecret {
  readonly secret: string;
  /** ms since the epoch */
  readonly until: number;
}

export interface DefinitionSecrets {
  readonly webhook: { readonly secret: string; readonly replaced: readonly ReplacedSecret[] } | null;
  /** Keyed by triggerId. */
  readonly triggers: Readonly<Record<string, string>>;
}

export const NO_SECRETS: DefinitionSecrets = Object.freeze({ webhook: null, triggers: Object.freeze({}) });

/** Secrets of the previous version. */
export interface KnownSecrets {
  readonly secrets: DefinitionSecrets;
  /** Receiver of its webhook secrets; null: none. */
  readonly webhookUrl: string | null;
}

export const NOTHING_KNOWN: KnownSecrets = Object.freeze({ secrets: NO_SECRETS, webhookUrl: null });

export const hasSecrets = ({ webhook, triggers }: DefinitionSecrets): boolean =>
  webhook !== null || Object.keys(triggers).length > 0;

/** All that sign at a time, newest first. */
export const signingSecrets = ({ webhook }: DefinitionSecrets, now: number): string[] =>
  webhook === null
    ? []
    : [webhook.secret, ...webhook.replaced.filter((it) => it.until > now).map((it) => it.secret)];

interface Separated {
  readonly authored: JsonObject;
  readonly secrets: DefinitionSecrets;
}

/**
 * `definition` was parsed from `authored`; an omitted secret is taken from `known`. Missing ones
 * were refused before (`definitionIssues`).
 */
export function separateSecrets(
  authored: JsonObject,
  definition: Definition,
  known: KnownSecrets,
  now: number,
): Separated {
  const { webhookConfig } = definition;
  const before = known.secrets;
  const webhook = webhookConfig
    ? rotated(
        required(webhookConfig.secret ?? before.webhook?.secret),
        webhookConfig.url === known.webhookUrl ? before.webhook : null,
        now,
      )
    : null;
  const triggers = (definition.triggers ?? []).map(({ triggerId, inboundWebhook }): [string, string] => {
    const kept = Object.hasOwn(before.triggers, triggerId) ? before.triggers[triggerId] : undefined;
    return [triggerId, required(inboundWebhook.secret ?? kept)];
  });
  return {
    authored: Object.freeze(withoutSecrets(authored)),
    secrets: { webhook, triggers: Object.fromEntries(triggers) },
  };
}

function required(secret: string | undefined): string {
  if (secret === undefined) throw new Error('a secret is neither given nor known');
  return secret;
}

/** `before` has the same receiver: a secret of another one must not sign for this one. */
function rotated(
  secret: string,
  before: DefinitionSecrets['webhook'],
  now: number,
): DefinitionSecrets['webhook'] {
  if (before === null) return { secret, replaced: [] };
  if (before.secret === secret) return before;
  const until = now + ROTATION_OVERLAP_MS;
  const replaced = [{ secret: before.secret, until }, ...before.replaced];
  return { secret, replaced: replaced.filter((it) => it.secret !== secret && it.until > now) };
}

function withoutSecrets(authored: JsonObject): JsonObject {
  const { webhookConfig, triggers, ...rest } = authored;
  return {
    ...rest,
    ...(webhookConfig !== undefined && { webhookConfig: withoutSecret(webhookConfig) }),
    ...(triggers !== undefined && {
      triggers: (triggers as readonly JsonObject[]).map(withoutTriggerSecret),
    }),
  };
}

const withoutTriggerSecret = (trigger: JsonObject): JsonObject =>
  Object.freeze({ ...trigger, inboundWebhook: withoutSecret(trigger['inboundWebhook'] as JsonObject) });

function withoutSecret(config: JsonValue): JsonObject {
  const { secret: _, ...rest } = config as JsonObject;
  return Object.freeze(rest);
}
