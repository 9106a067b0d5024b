/** Whether two definitions mean the same, so that to keep the second would change nothing. */
import { compileInSteps } from '../../compile/compile-definition.js';
import type { InSteps } from '../../definition/in-steps.js';
import type { Definition } from '../../definition/definition.js';
import { type JsonObject, type JsonValue, canonicalJson } from '../../definition/json.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { DefinitionSecrets } from '../secrets/definition-secrets.js';

interface Meant {
  readonly version: DefinitionVersion;
  readonly secrets: DefinitionSecrets;
}

/** The order of keys and defaults that are written out aside. Both are compiled by this release. */
export function* meanTheSame(a: Meant, b: Meant): InSteps<boolean> {
  const left = yield* meaningOf(a);
  const right = yield* meaningOf(b);
  return left !== null && right !== null && left.join('\n') === right.join('\n');
}

/** Edges that are written out in one step. */
const EDGES_PER_STEP = 32;

/** Part by part; null for what is no definition any more. */
function* meaningOf({ version, secrets }: Meant): InSteps<string[] | null> {
  const checked = yield* compileInSteps(version.authored, { maxStepsPerExecution: Infinity });
  if (!checked.ok) return null;
  const { definition, compiled } = checked;
  const { edges, ...frame } = compiled;
  const parts: string[] = [];
  for (let from = 0; from < edges.length; from += EDGES_PER_STEP) {
    yield;
    parts.push(canonicalJson(plain(edges.slice(from, from + EDGES_PER_STEP))));
  }
  yield;
  parts.push(canonicalJson(plain(frame)));
  yield;
  parts.push(canonicalJson(plain(saidBeside(definition, secrets))));
  return parts;
}

/** What runs take nothing from. */
function saidBeside(definition: Definition, secrets: DefinitionSecrets): object {
  const { name, description = null, tags = [], custom = null } = definition;
  return {
    name,
    description,
    tags,
    custom,
    nodes: definition.nodes.map((it) => [it.name ?? null, it.description ?? null]),
    triggers: definition.triggers ?? [],
    webhookConfig: definition.webhookConfig ?? null,
    secrets: { webhook: secrets.webhook?.secret ?? null, triggers: secrets.triggers },
  };
}

/** Without what is undefined. */
const plain = (value: object): JsonValue => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Ids that only the engine gives to definitions: those of `engine.ask`. */
const RESERVED_ID = /^ask-[0-9a-f]{32}$/;

export const isReservedId = (definitionId: unknown): boolean =>
  typeof definitionId === 'string' && RESERVED_ID.test(definitionId);
