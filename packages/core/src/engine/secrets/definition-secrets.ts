/** Separates secrets from a definition (contract section 2): the stored one has none. */
import type { Definition } from '../../definition/definition.js';
import { type JsonObject, type JsonValue, isPlainObject } from '../../definition/json.js';
import { writtenCalls } from '../../nodes/webhook/lint-written.js';

/** Time in ms that a replaced secret goes on signing, so that the receiver can change later. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1_000;

interface ReplacedSecret {
  readonly secret: string;
  /** ms since the epoch */
  readonly until: number;
}

/** A secret, with replaced ones that go on signing. */
interface RotatedSecret {
  readonly secret: string;
  readonly replaced: readonly ReplacedSecret[];
}

/** Secret of a node that calls. */
export interface NodeSecret extends RotatedSecret {
  /** Receiver and use of the secret. It is kept only for the same. */
  readonly binding: string;
}

export interface DefinitionSecrets {
  readonly webhook: RotatedSecret | null;
  /** Keyed by triggerId. */
  readonly triggers: Readonly<Record<string, string>>;
  /** Keyed by nodeId; absent in secrets of earlier versions. */
  readonly nodes?: Readonly<Record<string, NodeSecret>>;
}

export const NO_SECRETS: DefinitionSecrets = Object.freeze({ webhook: null, triggers: Object.freeze({}) });

/** Secrets of the previous version. */
export interface KnownSecrets {
  readonly secrets: DefinitionSecrets;
  /** Receiver of its webhook secrets; null: none. */
  readonly webhookUrl: string | null;
}

export const NOTHING_KNOWN: KnownSecrets = Object.freeze({ secrets: NO_SECRETS, webhookUrl: null });

export const hasSecrets = ({ webhook, triggers, nodes = {} }: DefinitionSecrets): boolean =>
  webhook !== null || Object.keys(triggers).length > 0 || Object.keys(nodes).length > 0;

/** All that sign at a time, newest first. */
export const signingSecrets = ({ webhook }: DefinitionSecrets, now: number): string[] =>
  webhook === null ? [] : validSecrets(webhook, now);

/** A secret and the replaced ones that are still valid, newest first. */
export const validSecrets = ({ secret, replaced }: RotatedSecret, now: number): string[] => [
  secret,
  ...replaced.filter((it) => it.until > now).map((it) => it.secret),
];

/** Returns the secret of a node; null if it has none. */
export const nodeSecretOf = ({ nodes = {} }: DefinitionSecrets, nodeId: string): NodeSecret | null =>
  (Object.hasOwn(nodes, nodeId) ? nodes[nodeId] : undefined) ?? null;

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
  const triggers = (definition.triggers ?? []).flatMap(({ triggerId, inboundWebhook }) => {
    if (inboundWebhook === undefined) return [];
    const kept = Object.hasOwn(before.triggers, triggerId) ? before.triggers[triggerId] : undefined;
    return [[triggerId, required(inboundWebhook.secret ?? kept)] as const];
  });
  return {
    authored: Object.freeze(withoutSecrets(authored)),
    secrets: {
      webhook,
      triggers: Object.fromEntries(triggers),
      nodes: Object.fromEntries(nodeSecrets(authored, before, now)),
    },
  };
}

function nodeSecrets(
  authored: JsonObject,
  before: DefinitionSecrets,
  now: number,
): [nodeId: string, secret: NodeSecret][] {
  return writtenCalls(authored).flatMap(({ nodeId, secret: written }): [string, NodeSecret][] => {
    if (written === null) return [];
    const { given, binding, rotates } = written;
    const known = nodeSecretOf(before, nodeId);
    const kept = known?.binding === binding ? known : null;
    const secret = required(given ?? kept?.secret);
    return [[nodeId, { ...rotated(secret, rotates ? kept : null, now), binding }]];
  });
}

function required(secret: string | undefined): string {
  if (secret === undefined) throw new Error('a secret is neither given nor known');
  return secret;
}

/** `before` has the same receiver: a secret of another one must not sign for this one. */
function rotated(secret: string, before: RotatedSecret | null, now: number): RotatedSecret {
  if (before === null) return { secret, replaced: [] };
  if (before.secret === secret) return before;
  const until = now + ROTATION_OVERLAP_MS;
  const replaced = [{ secret: before.secret, until }, ...before.replaced];
  return { secret, replaced: replaced.filter((it) => it.secret !== secret && it.until > now) };
}

function withoutSecrets(authored: JsonObject): JsonObject {
  const { webhookConfig, triggers, nodes, ...rest } = authored;
  return {
    ...rest,
    ...(nodes !== undefined && { nodes: (nodes as readonly JsonObject[]).map(withoutNodeSecret) }),
    ...(webhookConfig !== undefined && { webhookConfig: withoutSecret(webhookConfig) }),
    ...(triggers !== undefined && {
      triggers: (triggers as readonly JsonObject[]).map(withoutTriggerSecret),
    }),
  };
}

function withoutNodeSecret(node: JsonObject): JsonObject {
  const { config } = node;
  if (!isPlainObject(config) || !isPlainObject(config['auth'])) return node;
  const auth = withoutSecret(config['auth']);
  return Object.freeze({ ...node, config: Object.freeze({ ...config, auth }) });
}

const withoutTriggerSecret = (trigger: JsonObject): JsonObject =>
  Object.freeze({
    ...trigger,
    ...(trigger['inboundWebhook'] !== undefined && {
      inboundWebhook: withoutSecret(trigger['inboundWebhook'] as JsonObject),
    }),
  });

function withoutSecret(config: JsonValue): JsonObject {
  const { secret: _, ...rest } = config as JsonObject;
  return Object.freeze(rest);
}
