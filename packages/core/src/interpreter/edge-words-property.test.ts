/**
 * Random definitions in both spellings of their edges have the same compiled form and the same
 * histories. `PROPERTY_RUNS=1000` is a long run.
 */
import {
  PureRun,
  type RandomAction,
  randomActions,
  randomEnds,
  randomLoopWithGroup,
  randomSpellings,
  randomWorkflow,
  withGroupEdges,
} from '@org/approval-testkit/simulation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileDefinition } from '../compile/compile-definition.js';
import type { CompiledDefinition } from '../compile/compiled.js';
import type { JsonObject } from '../definition/json.js';
import { checkExecution, fold } from '../interpreter.js';
import { slowOutcome } from '../test-support/slow-outcome.js';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 150) };

const input = fc.record({ url: fc.constant('https://example.com'), lenient: fc.boolean() });

function compiledOf(workflow: JsonObject): CompiledDefinition {
  const checked = compileDefinition(workflow);
  if (!checked.ok) throw new Error(JSON.stringify([checked.issues, workflow]));
  return checked.compiled;
}

/** The compiled form without the groups of edges, which only one spelling has. */
const withoutOrigins = (compiled: CompiledDefinition) => ({
  ...compiled,
  edges: compiled.edges.map(({ fromGroupId: _from, toGroupId: _to, ...it }) => it),
});

function runOf(compiled: CompiledDefinition, given: JsonObject, actions: readonly RandomAction[]) {
  const run = new PureRun(compiled, given, 300);
  for (const action of actions) run.act(action);
  // Pure runs do not end waits.
  const waits = Object.values(compiled.nodes).some((it) => it.type === 'wait');
  if (run.state.status === 'running' && !waits) run.completeEverything();
  return run;
}

test.each(Object.entries({ randomEnds, randomWorkflow, randomLoopWithGroup }))(
  'both spellings of %s have the same compiled form and history',
  (_name, workflows) => {
    const used = new Set<string>();
    fc.assert(
      fc.property(randomSpellings(workflows), input, randomActions, ({ plain, words }, given, actions) => {
        for (const [, word] of JSON.stringify(words).matchAll(/"(?:on|kind)":"(\w+)"/g)) used.add(word ?? '');
        const [a, b] = [compiledOf(plain), compiledOf(words)];
        expect(withoutOrigins(b)).toEqual(withoutOrigins(a));
        expect(runOf(b, given, actions).events).toEqual(runOf(a, given, actions).events);
      }),
      RUNS,
    );
    expect([...used]).toEqual(expect.arrayContaining(['success', 'reject', 'node', 'group']));
  },
);

test('runs with edges of groups keep every rule, and their outcome is that of a slow computation', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(withGroupEdges(randomEnds), input, randomActions, (workflow, given, actions) => {
      const run = runOf(compiledOf(workflow), given, actions);
      for (const it of run.events) if (it.type === 'group.collected') seen.add(it.data.outcome);
      expect(run.state.outcome).toBe(slowOutcome(run.compiled, run.events));
      expect(fold(run.state, run.events).outcome).toBe(run.state.outcome);
      expect(checkExecution(run)).toEqual([]);
    }),
    { numRuns: RUNS.numRuns * 2 },
  );
  expect([...seen].toSorted()).toEqual(['approve', 'reject']);
});
