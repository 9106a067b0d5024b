/** What holds of every valid definition, whatever is asked of its runs in whatever order. */
import { checkInvariants } from '@org/approval-testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileDefinition, fold, isTerminal } from '../index.js';
import { ALL_EVENT_TYPES } from './evolve.js';
import { lint } from '../lint/lint.js';
import { worstCaseSteps } from '../lint/worst-case.js';
import { PureRun, type RandomAction, randomActions } from '../test-support/pure-run.js';
import { randomWorkflow } from '../test-support/random-workflow.js';

/** More runs find rarer things: `PROPERTY_RUNS=20000 npx vitest run … --testTimeout 600000`. */
const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 250) };
const input = fc.record({ url: fc.constant('https://example.com'), lenient: fc.boolean() });

function valid(workflow: Parameters<typeof compileDefinition>[0]) {
  const checked = compileDefinition(workflow);
  if (!checked.ok)
    throw new Error(`the generator made an invalid definition: ${JSON.stringify(checked.issues)}`);
  return checked;
}

/** What a generator never makes, no property can find. */
test('random runs come to every kind of event and of failure', () => {
  const seen = new Set<string>();
  const collect = fc.property(randomWorkflow, input, randomActions, (workflow, triggerContext, actions) => {
    const run = new PureRun(valid(workflow).compiled, triggerContext, 60);
    for (const action of actions) run.act(action);
    for (const { type } of run.events) seen.add(type);
    if (run.state.failureReason !== null) seen.add(run.state.failureReason.code);
  });
  fc.assert(collect, { numRuns: 3_000, seed: 1 });
  const failures = [
    'step-failed',
    'step-breached',
    'unhandled-rejection',
    'quorum-unreachable',
    'loop-exhausted',
  ];
  const rare = ['idempotency.suppressed'];
  const wanted = [...ALL_EVENT_TYPES.filter((it) => !rare.includes(it)), ...failures];
  expect(wanted.filter((it) => !seen.has(it))).toEqual([]);
});

describe('random definitions, random commands', () => {
  const property = (check: (run: PureRun, actions: readonly RandomAction[]) => void) =>
    fc.property(randomWorkflow, input, randomActions, (workflow, triggerContext, actions) => {
      check(new PureRun(valid(workflow).compiled, triggerContext), actions);
    });

  test('every change keeps the invariants; every refusal has a contracted status and changes nothing', () => {
    fc.assert(
      property((run, actions) => {
        for (const action of actions) {
          const before = run.state;
          const outcome = run.act(action);
          if (outcome.ok) {
            expect(checkInvariants(run)).toEqual([]);
          } else {
            expect(['NOT_FOUND', 'FAILED_PRECONDITION', 'PERMISSION_DENIED', 'INVALID_ARGUMENT']).toContain(
              outcome.refusal.status,
            );
            expect(run.state).toBe(before);
          }
        }
      }),
      RUNS,
    );
  });

  test('the fold of all events is the state, and a state that went through JSON behaves the same', () => {
    fc.assert(
      property((run, actions) => {
        const twin = new PureRun(run.compiled, run.state.triggerContext);
        for (const action of actions) {
          run.act(action);
          twin.state = structuredClone(JSON.parse(JSON.stringify(twin.state)) as typeof twin.state);
          twin.act(action);
        }
        expect(fold(run.state, run.events)).toEqual(run.state);
        expect(twin.events).toEqual(run.events);
      }),
      RUNS,
    );
  });

  test('the same commands give the same events', () => {
    fc.assert(
      property((run, actions) => {
        const twin = new PureRun(structuredClone(run.compiled), run.state.triggerContext);
        for (const action of actions) expect(twin.act(action)).toEqual(run.act(action));
        expect(twin.events).toEqual(run.events);
      }),
      RUNS,
    );
  });

  test('a run whose people and agents all answer comes to its end', () => {
    fc.assert(
      property((run, actions) => {
        for (const action of actions) run.act(action);
        run.answerEverything();
        expect(isTerminal(run.state.status)).toBe(true);
        expect(checkInvariants(run)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('no run has more steps than the linter counts at the worst', () => {
    fc.assert(
      fc.property(randomWorkflow, input, randomActions, (workflow, triggerContext, actions) => {
        const { compiled, definition } = valid(workflow);
        const { model } = lint(definition, { maxStepsPerExecution: Infinity, agentIds: null });
        const run = new PureRun(compiled, triggerContext);
        for (const action of actions) run.act(action);
        run.answerEverything();
        expect(run.state.steps.length).toBeLessThanOrEqual(worstCaseSteps(model));
      }),
      RUNS,
    );
  });
});
