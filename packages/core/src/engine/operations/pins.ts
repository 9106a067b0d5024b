/** Finds the definitions that the subflow nodes of a new version run. */
import { readInSteps } from '../../lint/read.js';
import type { FoundRun, Pins } from '../../lint/pins.js';
import { worstCaseOfTree } from '../../lint/worst-case.js';
import type { CompiledDefinition } from '../../compile/compiled.js';
import type { InSteps } from '../../definition/in-steps.js';
import { type JsonValue, isJsonArray, isPlainObject } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import { isDecidedByPeople, startsRuns, traitsOf } from '../../nodes/schema.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { DefinitionCache, ScopeIds } from '../caches/definitions.js';

/** A node that runs a definition, as it was written. */
interface Named {
  readonly nodeId: string;
  readonly definitionId: string;
  readonly version: JsonValue | undefined;
}

/** Returns true if a node of the definition, which may be invalid, starts runs. */
export const hasSubflows = (json: unknown): boolean => subflowsIn(json).length > 0;

function subflowsIn(json: unknown): Named[] {
  const nodes = isPlainObject(json) ? json['nodes'] : undefined;
  if (!isJsonArray(nodes as JsonValue)) return [];
  return (nodes as readonly unknown[]).slice(0, LIMITS.nodes).flatMap((node): Named[] => {
    if (!isPlainObject(node) || traitsOf(node['type'])?.startsRuns !== true) return [];
    const { nodeId, config } = node;
    const { definitionId, version } = isPlainObject(config) ? config : {};
    if (typeof nodeId !== 'string') return [];
    return [
      {
        nodeId,
        definitionId: typeof definitionId === 'string' ? definitionId : '',
        version: version as JsonValue | undefined,
      },
    ];
  });
}

/** Runs a computation in turns. */
type InTurns = <T>(steps: InSteps<T>) => Promise<T>;

export async function findPins(
  definitions: DefinitionCache,
  workspaceId: string,
  json: JsonValue,
  inTurns: InTurns,
): Promise<Pins> {
  const found = new Map<string, FoundRun | 'definition-missing' | 'version-missing'>();
  const known = new Map<string, FoundRun>();
  for (const { nodeId, definitionId, version } of subflowsIn(json)) {
    if (definitionId === '' || version === 'newest') continue;
    const head = await definitions.mostSpecific(workspaceId, definitionId, scopeIn(json));
    if (head === null) {
      found.set(nodeId, 'definition-missing');
      continue;
    }
    const ref = { workspaceId, uid: head.uid, version: typeof version === 'number' ? version : head.version };
    const pinned = ref.version === head.version ? head : await versionOf(definitions, ref);
    if (pinned === null) {
      found.set(nodeId, 'version-missing');
      continue;
    }
    const key = `${pinned.uid} ${pinned.version}`;
    const run = known.get(key) ?? (await inTurns(foundRun(pinned)));
    known.set(key, run);
    found.set(nodeId, run);
  }
  return found;
}

/** A number that no store can hold names no version. */
const versionOf = (definitions: DefinitionCache, ref: Parameters<DefinitionCache['version']>[0]) =>
  Number.isSafeInteger(ref.version) && ref.version > 0 && ref.version < 2 ** 31
    ? definitions.version(ref)
    : Promise.resolve(null);

function scopeIn(json: JsonValue): ScopeIds {
  const scope = isPlainObject(json) ? json['scope'] : undefined;
  const { organizationId, documentId } = isPlainObject(scope) ? scope : {};
  if (typeof organizationId !== 'string') return {};
  return { organizationId, documentId: typeof documentId === 'string' ? documentId : undefined };
}

function* foundRun(definition: DefinitionVersion): InSteps<FoundRun> {
  const { uid, version, organizationId, documentId, compiled, authored } = definition;
  const pins = pinsIn(compiled);
  const read = yield* readInSteps(authored, { maxStepsPerExecution: Infinity, agentIds: null });
  return {
    uid,
    version,
    organizationId,
    documentId,
    steps: read.ok ? worstCaseOfTree(read.model, pins) : Infinity,
    humanNodeIds: Object.values(compiled.nodes)
      .filter((it) => isDecidedByPeople(it))
      .map((it) => it.nodeId),
  };
}

/** Pins of a compiled definition. */
function pinsIn({ nodes }: CompiledDefinition): Pins {
  const scope = { organizationId: null, documentId: null, humanNodeIds: [] };
  return new Map(
    Object.values(nodes).flatMap((node): [string, FoundRun][] =>
      startsRuns(node) && node.pin !== undefined ? [[node.nodeId, { ...node.pin, ...scope }]] : [],
    ),
  );
}
