/** Searches the worst case: random shapes and their variations, each run on the server. */
import fc from 'fast-check';
import { keysOf } from '@org/approval-internal/values';
import type { Target } from '../target/target.js';
import { type Blast, bombOf, detonate, worstOf } from './detonate.js';
import { type Dimension, MOST, SMALL, type Shape } from './shape.js';

export interface Tried {
  /** The large parts of the shape. */
  readonly what: string;
  readonly shape: Shape;
  readonly blast: Blast;
}

const DIMENSIONS = keysOf(SMALL);

const namesOf = (shape: Shape): string =>
  DIMENSIONS.filter((it) => shape[it] !== SMALL[it])
    .map((it) => `${it} ${shape[it]}`)
    .join(', ') || 'nothing';

export async function tryShape(target: Target, shape: Shape): Promise<Tried> {
  return { what: namesOf(shape), shape, blast: await detonate(target, bombOf(shape)) };
}

/** Every limit at its maximum, alone. */
export const alone = (): Shape[] => DIMENSIONS.map((it) => withMost([it]));

/** Every pair of limits at their maximum. */
export const pairs = (): Shape[] =>
  DIMENSIONS.flatMap((a, index) => DIMENSIONS.slice(index + 1).map((b) => withMost([a, b])));

/** Adds the parts that a dimension depends on. */
function withMost(dimensions: readonly Dimension[]): Shape {
  const most = Object.fromEntries(dimensions.map((it) => [it, MOST[it]]));
  const shape: Shape = { ...SMALL, ...most };
  const nodes = shape.groups > 0 || shape.loops > 0 ? MOST.nodes : shape.nodes;
  // Each group has a member; the other nodes form the chain.
  const groups = dimensions.length > 1 ? Math.min(shape.groups, nodes / 2) : shape.groups;
  return {
    ...shape,
    ...{ nodes, groups, loops: Math.min(shape.loops, nodes - groups - 2) },
    edges: Math.max(shape.edges, nodes - 1),
    triggers: shape.allowedEvents > 0 ? Math.max(1, shape.triggers) : shape.triggers,
    tags: shape.tagLength > SMALL.tagLength ? Math.max(1, shape.tags) : shape.tags,
    retryAttempts: shape.retryIntervalMs > 0 ? Math.max(2, shape.retryAttempts) : shape.retryAttempts,
  };
}

const amount = (dimension: Dimension): fc.Arbitrary<number> => {
  const [small, most] = [SMALL[dimension], MOST[dimension]];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(small) },
    { weight: 2, arbitrary: fc.constant(most) },
    { weight: 1, arbitrary: fc.integer({ min: Math.min(small, most), max: Math.max(small, most) }) },
  );
};

/** Redraws some dimensions of the worst shape so far, or of a small one. */
const steps = fc.tuple(
  fc.boolean(),
  fc.uniqueArray(
    fc.constantFrom(...DIMENSIONS).chain((it) => amount(it).map((value) => [it, value] as const)),
    { minLength: 1, maxLength: 8, selector: ([it]) => it },
  ),
);

export interface SearchOptions {
  readonly tries: number;
  readonly seed: number;
  /** Time in ms since the epoch after which nothing new starts. */
  readonly until?: number;
}

/** Every shape that was tried, worst first. */
export async function search(
  target: Target,
  { tries, seed, until = Infinity }: SearchOptions,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  let worst: Tried | null = null;
  for (const [climbs, changes] of fc.sample(steps, { seed, numRuns: tries })) {
    if (Date.now() > until) break;
    const from = climbs && worst !== null ? worst.shape : SMALL;
    const it = await tryShape(target, { ...from, ...Object.fromEntries(changes) });
    if (worst === null || worstOf(it.blast) > worstOf(worst.blast)) worst = it;
    tried.push(it);
  }
  return tried.sort((a, b) => worstOf(b.blast) - worstOf(a.blast));
}
