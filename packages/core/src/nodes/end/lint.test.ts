/** Rules on end nodes, one row per fault. */
import { describe, expect, test } from 'vitest';
import type { Definition } from '../../definition/definition.js';
import type { JsonValue } from '../../definition/json.js';
import { readDefinition } from '../../lint/read.js';
import { agent, edge, human, rejectTo } from '../../test-support/run.js';

const end = (nodeId: string, config: object = { outcome: 'held' }, more: object = {}) =>
  ({ nodeId, type: 'end', config, ...more }) as Definition['nodes'][number];

/** A review, then the end `e`. */
const NODES = [human('a', 'ann', rejectTo('r')), agent('r'), human('b', 'ben', rejectTo('r')), end('e')];

function found(parts: Partial<Definition>): string[] {
  const json = { definitionId: 'ends', name: 'Ends', nodes: NODES, edges: [edge('a', 'e')], ...parts };
  const read = readDefinition(json as unknown as JsonValue, { maxStepsPerExecution: 10_000, agentIds: null });
  return read.ok ? [] : read.issues.map(({ code, path }) => `${code} ${path}`);
}
const replaced = (node: Definition['nodes'][number]) => found({ nodes: [...NODES.slice(0, 3), node] });

describe('the place of an end', () => {
  const group = { groupId: 'g', expectedSteps: 2, quorum: 1 };
  const loop = { loopId: 'l', entryNodeId: 'a', maxIterations: 2 };
  test.each<[string, Partial<Definition>, string[]]>([
    ['behind a review', {}, []],
    ['behind several nodes', { edges: [edge('a', 'e'), edge('b', 'e')] }, []],
    [
      'behind a group that it does not belong to',
      { edges: [edge('a', 'e'), edge('b', 'e')], groups: [{ ...group, memberNodeIds: ['a', 'b'] }] },
      [],
    ],
    ['behind the body of a loop', { loops: [{ ...loop, bodyNodeIds: ['a'] }] }, []],
    [
      'where a loop is exhausted',
      { edges: [], loops: [{ ...loop, bodyNodeIds: ['a'], onExhausted: { routeToNodeId: 'e' } }] },
      [],
    ],
    ['before another node', { edges: [edge('a', 'e'), edge('e', 'b')] }, ['end-has-successor edges[1]']],
    ['at the start', { edges: [] }, ['end-is-root nodes[3]']],
    [
      'in a group',
      { groups: [{ ...group, memberNodeIds: ['b', 'e'] }] },
      ['end-in-group groups[0].memberNodeIds'],
    ],
    [
      'in the body of a loop',
      { loops: [{ ...loop, bodyNodeIds: ['a', 'e'] }] },
      ['end-in-loop loops[0].bodyNodeIds'],
    ],
  ])('%s', (_, parts, issues) => {
    expect(found(parts)).toEqual(issues);
  });

  test.each(['approved', 'rejected', 'a', 'on-hold-2', 'a'.repeat(64)])(
    'its outcome may be %s',
    (outcome) => {
      expect(replaced(end('e', { outcome }))).toEqual([]);
      expect(found({ nodes: [human('a', 'ann', { onReject: { end: outcome } })], edges: [] })).toEqual([]);
    },
  );

  test.each(['', 'Approved', '2nd', '-held', 'on hold', 'on_hold', 'held\n', 'a'.repeat(65), 1, null])(
    'its outcome may not be %j',
    (outcome) => {
      expect(replaced(end('e', { outcome }))).toContain('invalid-field nodes[3].config.outcome');
      const rejecting = human('a', 'ann', { onReject: { end: outcome } });
      expect(found({ nodes: [rejecting], edges: [] })[0]).toMatch(
        /^invalid-field nodes\[0\]\.config\.onReject/,
      );
    },
  );

  test.each<[string, unknown]>([
    ['slaMs', 1_000],
    ['sla', { workingMs: 1_000, calendar: 'office' }],
    ['retry', { maximumAttempts: 2 }],
  ])('it has no %s', (field, value) => {
    expect(replaced(end('e', { outcome: 'held' }, { [field]: value }))).toEqual([
      `invalid-field nodes[3].${field}`,
    ]);
  });
});
