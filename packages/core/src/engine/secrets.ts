/** Secrets of a definition are taken out on the way in (contract section 2): what is kept has none. */
import type { Definition } from '../definition/definition.js';
import type { ErrorCode, Issue } from '../definition/issue.js';
import type { JsonObject, JsonValue } from '../definition/json.js';
import type { DefinitionSecrets } from '../ports/store/definitions.js';

export const NO_SECRETS: DefinitionSecrets = Object.freeze({ webhook: null, triggers: Object.freeze({}) });

export interface Separated {
  readonly authored: JsonObject;
  readonly secrets: DefinitionSecrets;
  /** Secrets that are neither given nor known from before. */
  readonly issues: readonly Issue<ErrorCode>[];
}

/** `authored` is what `definition` was parsed from; a secret that is left out is taken from `known`. */
export function separateSecrets(
  authored: JsonObject,
  definition: Definition,
  known: DefinitionSecrets,
): Separated {
  const issues: Issue<ErrorCode>[] = [];
  const required = (secret: string | null | undefined, path: string): string => {
    if (typeof secret === 'string') return secret;
    issues.push({
      code: 'invalid-field',
      message: 'is missing; give the secret that both sides sign with',
      path,
    });
    return '';
  };
  const webhook = definition.webhookConfig
    ? required(definition.webhookConfig.secret ?? known.webhook, 'webhookConfig.secret')
    : null;
  const triggers = (definition.triggers ?? []).map(
    ({ triggerId, inboundWebhook }, index): [string, string] => {
      const before = Object.hasOwn(known.triggers, triggerId) ? known.triggers[triggerId] : undefined;
      return [
        triggerId,
        required(inboundWebhook.secret ?? before, `triggers[${index}].inboundWebhook.secret`),
      ];
    },
  );
  return {
    authored: Object.freeze(withoutSecrets(authored)),
    secrets: { webhook, triggers: Object.fromEntries(triggers) },
    issues,
  };
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
