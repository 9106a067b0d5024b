/** Runs of a real engine, drawn after every event: what was taken, and what can still happen. */
import { type Definition, compileDefinition } from '@org/approval-core';
import { createTestEngine } from '@org/approval-testkit';
import { PureRun, agent, human, randomActions, randomWorkflow } from '@org/approval-testkit/simulation';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GraphEdge } from '../graph/graph.js';
import { readGraph } from '../graph/read.js';
import { drawSvg, drawTerminal } from '../index.js';
import { CORPUS } from '../test-support/corpus.js';
import { type Overlay, overlayOf } from './overlay.js';

const pass = async () => ({ passed: true, summary: 'done' });
const AGENTS = { writer: pass, mailer: pass, bank: pass };
type Answer = readonly [nodeId: string, decision: 'approve' | 'reject'];

const named = (name: string): Definition => CORPUS.find((it) => it.name === name) as Definition;

async function runOf(definition: Definition, answers: readonly Answer[]) {
  const { engine, drain, advance } = createTestEngine({ agents: AGENTS });
  const view = await engine.definitions.create(definition);
  const { executionId } = await engine.executions.dispatch({
    definitionId: definition.definitionId,
    triggerContext: { url: 'https://example.com', amount: 20_000 },
  });
  await drain();
  for (const [nodeId, decision] of answers) {
    const { items } = await engine.steps.listWaiting({});
    const waiting = items.find((it) => it.nodeId === nodeId)!;
    await engine.steps.recordReviewerDecision({
      executionId,
      stepId: waiting.stepId,
      reviewerId: waiting.waitingForReviewers[0]!,
      decision,
    });
    await drain();
  }
  const run = await engine.executions.get({ executionId });
  await engine.stop();
  return { view, run, advance };
}

async function reachOf(definition: Definition, answers: readonly Answer[]) {
  const { view, run } = await runOf(definition, answers);
  const graph = readGraph(view);
  const overlay = overlayOf(graph, run);
  const nameOf = (edge: GraphEdge) => `${edge.from} ${edge.kind} ${edge.to}`;
  const edges = (reach: string) => graph.edges.filter((it) => overlay.reachOfEdge(it) === reach).map(nameOf);
  return { view, run, overlay, taken: edges('taken').toSorted(), possible: edges('possible').toSorted() };
}

describe('the path taken', () => {
  test('of a decision', async () => {
    const { taken, possible, overlay } = await reachOf(named('Sign-off'), [['legal', 'reject']]);
    expect(taken).toEqual(['legal reject rework']);
    expect(possible).toEqual([]);
    expect(overlay.reachOfNode('publish')).toBe('gone');
    expect(overlay.layers.get('legal')).toEqual(['rejected']);
  });

  test('of conditions: an edge that did not fire is not taken', async () => {
    const { taken, possible } = await reachOf(named('By amount'), [
      ['clerk', 'approve'],
      ['clerk', 'approve'],
    ]);
    expect(taken).toEqual(['clerk custom director']);
    expect(possible).toEqual(['director reject sink', 'director success pay']);
  });

  test('of a group that leads on together: also what an early member leads to is still possible', async () => {
    const definition = named('2 of 3, joinOnQuorum');
    const before = await reachOf(definition, [['member-0', 'approve']]);
    expect(before.possible).toContain('member-0 success chief');
    const after = await reachOf(definition, [
      ['member-0', 'approve'],
      ['member-2', 'approve'],
    ]);
    const draft = [0, 1, 2].map((it) => `draft success member-${it}`);
    expect(after.taken).toEqual([...draft, 'member-0 success chief', 'member-2 success chief']);
    expect(after.overlay.layers.get('member-1')).toEqual(['cancelled']);
  });

  test.each([
    ['approve', ['a success yes', 'b success yes'], 'no'],
    ['reject', ['a reject no', 'b reject no'], 'yes'],
  ] as const)('of a group by its own result: %s', async (second, own, other) => {
    const group = { kind: 'group', groupId: 'g' } as const;
    const definition: Definition = {
      ...{ definitionId: 'board', name: 'Board' },
      nodes: [human('a', 'ann'), human('b', 'bob'), agent('yes'), agent('no')],
      edges: [
        { from: group, to: 'yes' },
        { from: group, to: 'no', on: 'reject' },
      ],
      groups: [{ groupId: 'g', memberNodeIds: ['a', 'b'], expectedSteps: 2, quorum: 2 }],
    };
    const before = await reachOf(definition, [['a', 'approve']]);
    expect(before.possible).toContain('a reject no');
    const after = await reachOf(definition, [
      ['a', 'approve'],
      ['b', second],
    ]);
    expect([after.taken, after.possible]).toEqual([own, []]);
    expect(after.overlay.reachOfNode(other)).toBe('gone');
  });

  test('of loops: iterations are layers, and the way back is taken', async () => {
    const { taken, overlay, view, run } = await reachOf(named('Send back'), [
      ['review', 'reject'],
      ['review', 'reject'],
      ['review', 'approve'],
    ]);
    expect(overlay.layers.get('review')).toEqual(['rejected', 'rejected', 'approved']);
    expect(taken).toEqual(['draft success review', 'review loop draft', 'review success publish']);
    expect(drawSvg(view, { run })).toContain('✓ approved ×3');
    expect(drawTerminal(view, { run })).toContain('✓ approved ×3');
  });

  test('of an exhausted loop', async () => {
    const answers: Answer[] = Array.from({ length: 3 }, () => ['review', 'reject']);
    const { taken, possible } = await reachOf(named('Send back'), answers);
    expect(taken).toContain('review exhausted escalation');
    expect(possible).toEqual(['escalation reject sink']);
  });
});

test('at every moment of any run, what happens next was taken to be possible', () => {
  fc.assert(
    fc.property(randomWorkflow, randomActions, (definition, actions) => {
      const checked = compileDefinition(definition);
      if (!checked.ok) throw new Error('the workflow is not valid');
      const graph = readGraph({ ...checked.definition, compiled: checked.compiled });
      const run = new PureRun(checked.compiled, {});
      for (const action of actions) {
        const before = overlayOf(graph, run.state);
        const known = run.events.length;
        run.act(action);
        const started = run.events.slice(known).filter((it) => it.type === 'step.scheduled');
        for (const { data } of started)
          expect([data.nodeId, isAhead(before, graph.edges, data.nodeId)]).toEqual([data.nodeId, true]);
        // A started step was reached along an arrow.
        const after = overlayOf(graph, run.state);
        const roots = new Set(checked.compiled.roots);
        const arrived = new Set(
          graph.edges.filter((it) => after.reachOfEdge(it) === 'taken').map((it) => it.to),
        );
        const lost = run.state.steps.filter((it) => !roots.has(it.nodeId) && !arrived.has(it.nodeId));
        expect(lost.map((it) => it.stepId)).toEqual([]);
      }
    }),
    { seed: 16, numRuns: 60 },
  );
});

/** A node that ran may run again: an arrow to it is possible, or only its loop leads to it. */
function isAhead(overlay: Overlay, edges: readonly GraphEdge[], nodeId: string): boolean {
  return (
    overlay.reachOfNode(nodeId) === 'possible' ||
    edges.some((it) => it.to === nodeId && overlay.reachOfEdge(it) !== 'gone')
  );
}
