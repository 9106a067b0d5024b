/** Forms of files: conditions as objects, durations as text. */
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../definition/json.js';
import { definitionFromFile, rewriteAuthored } from './authored.js';

const when = { op: 'eq', args: [{ var: 'output.decision' }, 'reject'] };
const text = JSON.stringify(when);

test('a condition as an object becomes its text', () => {
  const definition = {
    name: 'x',
    nodes: [{ nodeId: 'a', type: 'human', config: { onReject: { loopBack: { toNodeId: 'a', when } } } }],
    edges: [{ from: 'a', to: 'b', when }, { from: 'a', to: 'b', when: text }, 'none'],
    loops: [{ loopId: 'l', onIterationReject: { when } }],
  };
  expect(rewriteAuthored(definition as JsonValue)).toEqual({
    json: {
      name: 'x',
      nodes: [
        { nodeId: 'a', type: 'human', config: { onReject: { loopBack: { toNodeId: 'a', when: text } } } },
      ],
      edges: [{ from: 'a', to: 'b', when: text }, { from: 'a', to: 'b', when: text }, 'none'],
      loops: [{ loopId: 'l', onIterationReject: { when: text } }],
    },
    issues: [],
  });
});

test('a host reads files as the command line does, and a fault names its path', () => {
  expect(definitionFromFile({ edges: [{ from: 'a', to: 'b', when }] })).toEqual({
    edges: [{ from: 'a', to: 'b', when: text }],
  });
  const faulty = { nodes: [{ nodeId: 'a', type: 'human', slaMs: '2 days' }] };
  expect(() => definitionFromFile(faulty)).toThrow(/^nodes\[0\]\.slaMs: /);
  expect(() => definitionFromFile([])).toThrow('the content must be an object');
});

describe('durations', () => {
  const rewritten = (node: object) => {
    const { json, issues } = rewriteAuthored({ nodes: [node] } as unknown as JsonValue);
    return {
      node: (json as { nodes: object[] }).nodes[0],
      issues: issues.map(({ code, path }) => `${code} ${path}`),
    };
  };
  const office = { calendar: 'office' };
  test.each<[object, object]>([
    [{ slaMs: '2d' }, { slaMs: 172_800_000 }],
    [{ sla: 'PT8H' }, { slaMs: 28_800_000 }],
    [{ retry: { initialIntervalMs: '5s' } }, { retry: { initialIntervalMs: 5_000 } }],
    [
      { config: { claimMs: '1h', reminders: [{ afterMs: '1w' }] } },
      { config: { claimMs: 3_600_000, reminders: [{ afterMs: 604_800_000 }] } },
    ],
    [{ sla: { workingMs: '16wh', ...office } }, { sla: { workingMs: 57_600_000, ...office } }],
    [{ sla: { workingDays: '2wd', ...office } }, { sla: { workingDays: 2, ...office } }],
    [{ sla: { workingMs: '2wd', ...office } }, { sla: { workingDays: 2, ...office } }],
    [{ sla: { workingMs: 5, ...office } }, { sla: { workingMs: 5, ...office } }],
  ])('%j', (node, expected) => {
    expect(rewritten(node)).toEqual({ node: expected, issues: [] });
  });

  test.each<[object, string]>([
    [{ sla: { workingMs: '2d', ...office } }, 'duration-needs-working-unit nodes[0].sla.workingMs'],
    [{ sla: { workingMs: '8h', ...office } }, 'duration-needs-working-unit nodes[0].sla.workingMs'],
    [{ sla: { workingMs: 'PT8H', ...office } }, 'duration-needs-working-unit nodes[0].sla.workingMs'],
    [{ sla: { workingDays: '1w', ...office } }, 'duration-needs-working-unit nodes[0].sla.workingDays'],
    [{ sla: { workingMs: 'soon', ...office } }, 'invalid-field nodes[0].sla.workingMs'],
    [{ slaMs: '16wh' }, 'invalid-field nodes[0].slaMs'],
    [{ slaMs: 'P1M' }, 'invalid-field nodes[0].slaMs'],
  ])('%j is refused', (node, issue) => {
    expect(rewritten(node)).toEqual({ node, issues: [issue] });
  });
});

test('anything else stays as it is', () => {
  for (const it of [
    null,
    'x',
    [1],
    { nodes: 'x', edges: 5 },
    { nodes: [null, { config: 7 }] },
  ] as JsonValue[])
    expect(rewriteAuthored(it)).toEqual({ json: it, issues: [] });
});
