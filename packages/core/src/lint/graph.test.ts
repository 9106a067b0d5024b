import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Graph } from './graph.js';

/** `graph('abc', 'a>b b>c')` */
const graph = (nodes: string, arcs = '') =>
  new Graph(
    nodes,
    arcs
      .split(' ')
      .filter((it) => it !== '')
      .map((it) => ({ from: it.charAt(0), to: it.charAt(2) })),
  );

describe('a graph', () => {
  test.each<[string, string, string[]]>([
    ['abc', 'a>b b>c', ['a']],
    ['cab', 'a>b', ['c', 'a']],
    ['abc', '', ['a', 'b', 'c']],
    ['ab', 'a>b b>a', []],
    ['ab', 'a>a', ['b']],
    ['ab', 'x>b a>y', ['a', 'b']],
  ])('%s %s: roots, in the order of the nodes', (nodes, arcs, roots) => {
    expect(graph(nodes, arcs).roots()).toEqual(roots);
  });

  test('what a path of any length leads to', () => {
    const it = graph('abcdx', 'a>b b>c c>b d>a');
    expect([...it.reachableFrom(['a'])]).toEqual(['a', 'b', 'c']);
    expect([...it.reachableFrom(['x', 'c'])].sort()).toEqual(['b', 'c', 'x']);
    expect([...it.reachableFrom([])]).toEqual([]);
  });

  test('a path of at least one arc leads there', () => {
    const it = graph('abcd', 'a>b b>c c>b');
    expect([it.leadsTo('a', 'c'), it.leadsTo('b', 'b'), it.leadsTo('a', 'a'), it.leadsTo('c', 'a')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test.each<[string, string, string[] | null]>([
    ['abc', 'a>b b>c', null],
    ['abcd', 'a>b a>c b>d c>d', null],
    ['abc', 'a>b b>c c>b', ['b', 'c']],
    ['abc', 'a>b b>c c>a', ['a', 'b', 'c']],
    ['ab', 'a>b b>b', ['b']],
    ['abcd', 'a>b b>a b>c c>d', ['a', 'b']],
    ['zyx', 'z>y y>x x>z', ['z', 'y', 'x']],
  ])('%s %s: cycle %j', (nodes, arcs, cycle) => {
    const found = graph(nodes, arcs).cycles()[0] ?? null;
    // The start of a cycle is arbitrary, the order of its nodes is not.
    const turn = found?.indexOf(cycle?.[0] ?? '') ?? 0;
    expect(found && [...found.slice(turn), ...found.slice(0, turn)]).toEqual(cycle);
  });
});

test('for any graph: it is sorted, or one of its cycles is shown', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const node = fc.constantFrom(...nodes);
  const property = fc.property(fc.array(fc.record({ from: node, to: node }), { maxLength: 14 }), (arcs) => {
    const it = new Graph(nodes, arcs);
    const [order, cycle] = [it.topological(), it.cycles()[0] ?? null];
    expect(order === null).toBe(cycle !== null);
    if (order !== null) {
      expect([...order].sort()).toEqual(nodes);
      for (const { from, to } of arcs) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
    }
    cycle?.forEach((from, index) => {
      expect(it.successors(from).has(cycle[(index + 1) % cycle.length] as string)).toBe(true);
    });
    expect(new Set(cycle).size).toBe(cycle?.length ?? 0);
    for (const from of nodes) {
      for (const to of nodes) expect(it.leadsTo(from, to)).toBe(paths(arcs, from, to));
    }
  });
  fc.assert(property, { numRuns: 500 });
});

/** The same question, answered in the slowest way: by following every arc again and again. */
function paths(arcs: readonly { from: string; to: string }[], from: string, to: string): boolean {
  let reached = arcs.filter((arc) => arc.from === from).map((arc) => arc.to);
  for (let round = 0; round < 10; round++) {
    reached = [
      ...new Set([...reached, ...arcs.filter((arc) => reached.includes(arc.from)).map((arc) => arc.to)]),
    ];
  }
  return reached.includes(to);
}
