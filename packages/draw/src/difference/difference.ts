/** The differences between two versions of a definition. */
import { checkDrawable } from '../check.js';
import type { Drawable, Mark } from '../graph/drawable.js';
import { type Json, objectsOf, textIn } from '../graph/json.js';
import { PICTURE_LIMITS } from '../graph/limits.js';
import { endText } from '../graph/words.js';

/** One part of a definition that differs. */
export interface PartDifference {
  /** Kind of the part. */
  readonly part: 'node' | 'edge' | 'group' | 'loop' | 'field';
  /** Id of the part, `from → to` for an edge, or the name of a field of the definition. */
  readonly id: string;
  /** Kind of the change. */
  readonly change: 'added' | 'removed' | 'changed';
  /** The part before, as JSON; null when it did not exist. */
  readonly before: unknown;
  /** The part after, as JSON; null when it does not exist. */
  readonly after: unknown;
}

/** Two versions side by side, ready to be listed or drawn. */
export interface Difference {
  /** Every part that differs: nodes, edges, groups, loops, then fields. */
  readonly parts: readonly PartDifference[];
  /** Both versions in one drawing, with removed parts; made for `marks`. */
  readonly union: Drawable;
  /** Marks of the nodes that differ themselves. */
  readonly marks: Readonly<Record<string, Mark>>;
}

/**
 * Compares two versions. The order of keys and of edges does not matter.
 * @throws TypeError for an invalid definition; RangeError for more parts than one may have.
 * @example
 * ```ts
 * import { differenceOf, drawSvg } from '@org/approval-draw';
 *
 * const first = { nodes: [{ nodeId: 'legal', type: 'human' }], edges: [] };
 * const second = {
 *   nodes: [...first.nodes, { nodeId: 'publish', type: 'agent' }],
 *   edges: [{ from: 'legal', to: 'publish' }],
 * };
 * const { parts, union, marks } = differenceOf(first, second);
 * for (const { change, part, id } of parts) console.log(change, part, id);
 * console.log(drawSvg(union, { marks }).includes('+ added'));
 * // → added node publish
 * // → added edge legal → publish
 * // → true
 * ```
 */
export function differenceOf(before: Drawable, after: Drawable): Difference {
  checkDrawable('differenceOf', before);
  checkDrawable('differenceOf', after);
  const nodes = compared('node', before.nodes, after.nodes, (it) => textIn(it, 'nodeId'));
  const edges = compared('edge', before.edges, after.edges, edgeId);
  const groups = compared('group', before.groups, after.groups, (it) => textIn(it, 'groupId'));
  const loops = compared('loop', before.loops, after.loops, (it) => textIn(it, 'loopId'));
  return {
    parts: [...nodes, ...edges, ...groups, ...loops, ...fieldsOf(before, after)],
    union: {
      name: after.name,
      nodes: [...after.nodes, ...removed(nodes)].slice(0, PICTURE_LIMITS.nodes),
      edges: [...(after.edges ?? []), ...removed(edges)].slice(0, PICTURE_LIMITS.edges),
      groups: after.groups ?? null,
      loops: after.loops ?? null,
    },
    marks: marksOf(nodes),
  };
}

/** Edges between the same nodes are distinguished by their conditions. */
const edgeId = (edge: Json): string | null => {
  const [from, to] = [endText(edge, 'from'), endText(edge, 'to')];
  if (from === null || to === null) return null;
  const when = textIn(edge, 'when');
  const on = textIn(edge, 'on');
  return `${from} → ${to}${when === null ? '' : ` when ${when}`}${on === null ? '' : ` on ${on}`}`;
};

type List = readonly object[] | null | undefined;

function compared(
  part: PartDifference['part'],
  before: List,
  after: List,
  idOf: (it: Json) => string | null,
): PartDifference[] {
  const [old, now] = [byId(part, before, idOf), byId(part, after, idOf)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((id): PartDifference[] => {
    const [a, b] = [old.get(id) ?? null, now.get(id) ?? null];
    if (a !== null && b !== null && sorted(a) === sorted(b)) return [];
    const change = a === null ? 'added' : b === null ? 'removed' : 'changed';
    return [{ part, id, change, before: a, after: b }];
  });
}

function byId(part: string, list: List, idOf: (it: Json) => string | null): Map<string, Json> {
  if ((list?.length ?? 0) > PICTURE_LIMITS.edges)
    throw new RangeError(
      `a definition has fewer than ${PICTURE_LIMITS.edges} ${part}s; this has ${list?.length}`,
    );
  const found = new Map<string, Json>();
  for (const it of objectsOf(list ?? [])) {
    const id = idOf(it);
    if (id !== null) found.set(id, it);
  }
  return found;
}

const removed = (parts: readonly PartDifference[]): Json[] =>
  parts.filter((it) => it.change === 'removed').map((it) => it.before as Json);

const marksOf = (nodes: readonly PartDifference[]): Record<string, Mark> =>
  Object.fromEntries(nodes.map((it) => [it.id, it.change]));

const FIELDS = [
  'name',
  'description',
  'scope',
  'tags',
  'custom',
  'strict',
  'inputSchema',
  'presentation',
  'triggers',
  'webhookConfig',
];

function fieldsOf(before: Drawable, after: Drawable): PartDifference[] {
  return FIELDS.flatMap((id): PartDifference[] => {
    const [a, b] = [fieldOf(before, id), fieldOf(after, id)];
    if (sorted(a) === sorted(b)) return [];
    const change = a === null ? 'added' : b === null ? 'removed' : 'changed';
    return [{ part: 'field', id, change, before: a, after: b }];
  });
}

function fieldOf(definition: object, id: string): unknown {
  const field: { readonly value?: unknown } | undefined = Object.getOwnPropertyDescriptor(definition, id);
  return field?.value ?? null;
}

/** JSON with sorted keys; `null` and absent are the same. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) => {
    const [object] = objectsOf([it]);
    if (object === undefined) return it;
    return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
