/** The outcome of random runs agrees with a slow computation over their events. */
import {
  PureRun,
  randomActions,
  randomEnds,
  randomLoopWithGroup,
  randomWorkflow,
} from '@org/approval-testkit/simulation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileDefinition } from '../../compile/compile-definition.js';
import { slowOutcome } from '../../test-support/slow-outcome.js';
import { checkExecution, fold } from '../../interpreter.js';

/** The whole property: `PROPERTY_RUNS=10000 npx vitest run … --testTimeout 1200000`. */
const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 200) };

function compiledOf(workflow: Parameters<typeof compileDefinition>[0]) {
  const checked = compileDefinition(workflow);
  if (!checked.ok) throw new Error(`the generator made an invalid definition: ${JSON.stringify(checked.issues)}`); // prettier-ignore
  return checked.compiled;
}

const input = fc.record({ url: fc.constant('https://example.com'), lenient: fc.boolean() });

for (const [name, workflows] of Object.entries({ randomEnds, randomWorkflow, randomLoopWithGroup })) {
  test(`the outcome agrees with a slow computation over the events (${name})`, () => {
    fc.assert(
      fc.property(
        workflows,
        input,
        randomActions,
        fc.boolean(),
        (workflow, triggerContext, actions, ends) => {
          const run = new PureRun(compiledOf(workflow), triggerContext, 300);
          for (const action of actions) run.act(action);
          if (ends && run.state.status === 'running') run.completeEverything();
          expect(run.state.outcome).toBe(slowOutcome(run.compiled, run.events));
          expect(fold(run.state, run.events).outcome).toBe(run.state.outcome);
          expect(checkExecution(run)).toEqual([]);
        },
      ),
      RUNS,
    );
  });
}

test('random runs come to every kind of outcome', () => {
  const seen = new Set<string | null>();
  const collect = fc.property(randomEnds, input, randomActions, (workflow, triggerContext, actions) => {
    const run = new PureRun(compiledOf(workflow), triggerContext, 300);
    for (const action of actions) run.act(action);
    if (run.state.status === 'completed') seen.add(run.state.outcome ?? null);
  });
  for (let seed = 1; seed <= 30 && seen.size < 5; seed++) fc.assert(collect, { numRuns: 50, seed });
  expect([...seen].toSorted()).toEqual(['approved', 'declined', 'held', 'rejected', null].toSorted());
});
