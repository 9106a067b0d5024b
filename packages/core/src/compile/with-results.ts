/** Makes the parts of a compiled definition owners of their results. */
import type { CompiledDefinition } from './compiled.js';
import { isOwner, owning } from './derived.js';

/**
 * Returns the definition with parts that own results. Call it once for a definition that was read
 * as JSON. Otherwise each use derives its results again.
 */
export function withResults(compiled: CompiledDefinition): CompiledDefinition {
  if (isOwner(compiled)) return compiled;
  const { nodes, edges, loops } = compiled;
  return Object.freeze(
    owning({
      ...compiled,
      nodes: Object.freeze(
        Object.fromEntries(Object.entries(nodes).map(([nodeId, node]) => [nodeId, part(node)])),
      ),
      edges: Object.freeze(edges.map((it) => (it.when === null ? it : part(it)))),
      loops: Object.freeze(loops.map((it) => (it.when === null ? it : part(it)))),
    }),
  );
}

const part = <T extends object>(value: T): T => Object.freeze(owning({ ...value }));
