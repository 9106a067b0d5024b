/** Selects the frames that can be drawn: any two are nested or disjoint. */
import type { GraphFrame } from '../graph/graph.js';

export interface Nesting {
  /** Outer ones first. */
  readonly nested: readonly { readonly frame: GraphFrame; readonly parent: number | null }[];
  /** Frames that cross others. */
  readonly loose: readonly GraphFrame[];
  /** Index in `nested` of the innermost frame around a node, by nodeId. */
  readonly innermost: ReadonlyMap<string, number>;
}

export function nestingOf(frames: readonly GraphFrame[]): Nesting {
  const largestFirst = frames.toSorted(
    (a, b) => b.nodeIds.length - a.nodeIds.length || Number(a.kind === 'group') - Number(b.kind === 'group'),
  );
  const nested: { frame: GraphFrame; parent: number | null }[] = [];
  const loose: GraphFrame[] = [];
  const innermost = new Map<string, number>();
  for (const frame of largestFirst) {
    // All nodes must share the same innermost frame so far; otherwise the frame crosses one.
    const parents = new Set(frame.nodeIds.map((it) => innermost.get(it) ?? null));
    const [parent = null] = parents;
    if (parents.size > 1) {
      loose.push(frame);
      continue;
    }
    nested.push({ frame, parent });
    for (const it of frame.nodeIds) innermost.set(it, nested.length - 1);
  }
  return { nested, loose, innermost };
}
