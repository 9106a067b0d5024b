/** Decides whether two definitions mean the same, so that storing the second is unnecessary. */
import { compileInSteps } from '../../compile/compile-definition.js';
import type { CompiledLoop } from '../../compile/compiled.js';
import type { InSteps } from '../../definition/in-steps.js';
import type { Definition } from '../../definition/definition.js';
import { type JsonObject, type JsonValue, canonicalJson } from '../../definition/json.js';
import { SCHEDULE_DEFAULTS } from '../triggers/of-version.js';
import type { DefinitionTrigger } from '../../definition/triggers.js';
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

/** Yields part by part; null for an invalid definition. */
function* meaningOf({ version, secrets }: Meant): InSteps<string[] | null> {
  const checked = yield* compileInSteps(version.authored, { maxStepsPerExecution: Infinity });
  if (!checked.ok) return null;
  const { definition, compiled } = checked;
  const { edges, loops, ...frame } = compiled;
  const parts: string[] = [];
  for (let from = 0; from < edges.length; from += EDGES_PER_STEP) {
    yield;
    parts.push(canonicalJson(plain(edges.slice(from, from + EDGES_PER_STEP))));
  }
  yield;
  parts.push(canonicalJson(plain({ ...frame, loops: loops.map(withDefaultRejections) })));
  yield;
  parts.push(canonicalJson(plain(saidBeside(definition, secrets))));
  return parts;
}

/** Returns the parts that runs do not use. */
function saidBeside(definition: Definition, secrets: DefinitionSecrets): object {
  const { name, description = null, tags = [], custom = null } = definition;
  return {
    name,
    description,
    tags,
    custom,
    nodes: definition.nodes.map((it) => [it.name ?? null, it.description ?? null]),
    triggers: (definition.triggers ?? []).map(withDefaults),
    webhookConfig: definition.webhookConfig ?? null,
    secrets: {
      webhook: secrets.webhook?.secret ?? null,
      triggers: secrets.triggers,
      nodes: Object.entries(secrets.nodes ?? {}).map(([nodeId, it]) => [nodeId, it.secret]),
    },
  };
}

const withDefaults = ({ inboundWebhook, schedule, ...rest }: DefinitionTrigger): DefinitionTrigger => ({
  ...rest,
  ...(schedule !== undefined && { schedule: { ...SCHEDULE_DEFAULTS, ...schedule } }),
  ...(inboundWebhook !== undefined && { inboundWebhook: { ...INBOUND_DEFAULTS, ...inboundWebhook } }),
});

const INBOUND_DEFAULTS = {
  provider: 'svc',
  signatureAlgorithm: 'sha256',
  payloadMapping: 'pass-through',
} as const;

/** Default condition of a loop: rejections that rewind it. */
const ANY_REJECTION = canonicalJson({ op: 'eq', args: [{ var: 'output.decision' }, 'reject'] });

const withDefaultRejections = (loop: CompiledLoop): CompiledLoop =>
  loop.when !== null && canonicalJson(plain(loop.when)) === ANY_REJECTION ? { ...loop, when: null } : loop;

/** Removes undefined fields. */
const plain = (value: object): JsonValue => JSON.parse(JSON.stringify(value)) as JsonObject;
