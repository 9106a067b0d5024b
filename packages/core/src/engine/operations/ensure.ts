/** Whether two definitions mean the same, so that to keep the second would change nothing. */
import { compileDefinition } from '../../compile/compile-definition.js';
import { type JsonObject, type JsonValue, canonicalJson } from '../../definition/json.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { DefinitionSecrets } from '../secrets/definition-secrets.js';

interface Meant {
  readonly version: DefinitionVersion;
  readonly secrets: DefinitionSecrets;
}

/** The order of keys and defaults that are written out aside. Both are compiled by this release. */
export function meanTheSame(a: Meant, b: Meant): boolean {
  const [left, right] = [meaningOf(a), meaningOf(b)];
  return left !== null && left === right;
}

function meaningOf({ version, secrets }: Meant): string | null {
  const checked = compileDefinition(version.authored, { maxStepsPerExecution: Infinity });
  if (!checked.ok) return null;
  const { definition, compiled } = checked;
  const { name, description = null, tags = [], custom = null } = definition;
  return canonicalJson(
    plain({
      compiled,
      name,
      description,
      tags,
      custom,
      nodes: definition.nodes.map((it) => [it.name ?? null, it.description ?? null]),
      triggers: definition.triggers ?? [],
      webhookConfig: definition.webhookConfig ?? null,
      secrets: { webhook: secrets.webhook?.secret ?? null, triggers: secrets.triggers },
    }),
  );
}

/** Without what is undefined. */
const plain = (value: object): JsonValue => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Ids that only the engine gives to definitions: those of `engine.ask`. */
const RESERVED_ID = /^ask-[0-9a-f]{32}$/;

export const isReservedId = (definitionId: unknown): boolean =>
  typeof definitionId === 'string' && RESERVED_ID.test(definitionId);
