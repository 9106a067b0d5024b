/** Properties of every valid definition under any commands in any order. */
import {
  PureRun,
  type RandomAction,
  randomActions,
  randomLoopWithGroup,
  randomSeparation,
  randomWorkflow,
} from '@org/approval-testkit/simulation';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileDefinition } from '../index.js';
import { checkExecution, fold, isTerminal } from '../interpreter.js';
import { ALL_EVENT_TYPES } from './event.js';
import { outputOf } from '../nodes/run-output.js';
import { exhaustedStepId, loopStepId } from './step-id.js';
import { lintModel } from '../lint/model.js';
import { worstCaseSteps } from '../lint/worst-case.js';

/** More runs find rarer faults: `PROPERTY_RUNS=20000 npx vitest run … --testTimeout 600000`. */
const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 70) };
const input = fc.record({ url: fc.constant('https://example.com'), lenient: fc.boolean() });

function valid(workflow: Parameters<typeof compileDefinition>[0]) {
  const checked = compileDefinition(workflow);
  if (!checked.ok)
    throw new Error(`the generator made an invalid definition: ${JSON.stringify(checked.issues)}`);
  return checked;
}

/** Properties cannot find faults in events that the generator never makes. */
test('random runs come to every kind of event and of failure', () => {
  const seen = new Set<string>();
  const collect = fc.property(randomWorkflow, input, randomActions, (workflow, triggerContext, actions) => {
    const run = new PureRun(valid(workflow).compiled, triggerContext, 60);
    for (const action of actions) run.act(action);
    for (const { type } of run.events) seen.add(type);
    if (run.state.failureReason !== null) seen.add(run.state.failureReason.code);
  });
  const failures = [
    'step-failed',
    'step-breached',
    'unhandled-rejection',
    'quorum-unreachable',
    'loop-exhausted',
  ];
  // Links, lost jobs and versions from before webhook nodes were executed are not generated here;
  // other tests cover them.
  const rare = ['step.skipped', 'idempotency.suppressed', 'step.link-revoked', 'execution.jobs-restored'];
  const wanted = [...ALL_EVENT_TYPES.filter((it) => !rare.includes(it)), ...failures];
  const missing = () => wanted.filter((it) => !seen.has(it));
  for (let seed = 1; seed <= 60 && missing().length > 0; seed++) fc.assert(collect, { numRuns: 50, seed });
  expect(missing()).toEqual([]);
}, 60_000);

describe('random definitions, random commands', () => {
  const property = (
    check: (run: PureRun, actions: readonly RandomAction[]) => void,
    workflows = randomWorkflow,
  ) =>
    fc.property(workflows, input, randomActions, (workflow, triggerContext, actions) => {
      check(new PureRun(valid(workflow).compiled, triggerContext), actions);
    });

  test('every change keeps the invariants; every refusal has a contracted status and changes nothing', () => {
    fc.assert(
      property((run, actions) => {
        for (const action of actions) {
          const before = run.state;
          const outcome = run.act(action);
          if (outcome.ok) {
            expect(checkExecution(run)).toEqual([]);
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

  test('a run whose people and agents all respond comes to its end', () => {
    fc.assert(
      property((run, actions) => {
        for (const action of actions) run.act(action);
        run.completeEverything();
        expect(isTerminal(run.state.status)).toBe(true);
        expect(checkExecution(run)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a rejection in the last iteration starts the route, and the group in the body is not lost by it', () => {
    fc.assert(
      property((run, actions) => {
        for (const action of actions) run.act(action);
        run.completeEverything();
        for (const event of run.events) {
          if (event.type !== 'loop.exhausted') continue;
          const { loopId } = event.data;
          expect(run.state.steps.map((it) => it.stepId)).toContain(exhaustedStepId(loopId, 'escalation'));
          expect(run.state.failureReason?.code).not.toBe('quorum-unreachable');
        }
      }, randomLoopWithGroup),
      RUNS,
    );
  });

  test('the record of a loop is whole: one attempt for every iteration before, with what its entry gave', () => {
    fc.assert(
      property((run, actions) => {
        for (const action of actions) run.act(action);
        for (const loop of run.compiled.loops) {
          for (let iteration = 2; iteration <= loop.maxIterations; iteration++) {
            const stepId = loopStepId(loop.loopId, iteration, loop.entryNodeId);
            const input = run.state.steps.find((it) => it.stepId === stepId)?.input;
            if (input === undefined) continue;
            const attempts = input['previousAttempts'] as { iteration: number; authorOutput: unknown }[];
            expect(attempts.map((it) => it.iteration)).toEqual(
              Array.from({ length: iteration - 1 }, (_, index) => index + 1),
            );
            for (const attempt of attempts) {
              const outputs = run.state.steps
                .filter((it) => it.nodeId === loop.entryNodeId && it.iteration === attempt.iteration)
                .map((it) => outputOf(run.compiled, it));
              expect(outputs).toContainEqual(attempt.authorOutput);
            }
          }
        }
      }, randomLoopWithGroup),
      RUNS,
    );
  });

  test('no user decides two separated nodes, even after delegations', () => {
    fc.assert(
      property((run, actions) => {
        expect(Object.keys(run.compiled.separated ?? {})).toEqual(
          expect.arrayContaining(['s0-first', 's0-second']),
        );
        for (const action of actions) {
          run.act(action);
          expect(checkExecution(run)).toEqual([]);
        }
      }, randomSeparation),
      RUNS,
    );
  });

  test('no run has more steps than the linter counts at the worst', () => {
    fc.assert(
      fc.property(randomWorkflow, input, randomActions, (workflow, triggerContext, actions) => {
        const { compiled, definition } = valid(workflow);
        const model = lintModel(definition);
        const run = new PureRun(compiled, triggerContext);
        for (const action of actions) run.act(action);
        run.completeEverything();
        expect(run.state.steps.length).toBeLessThanOrEqual(worstCaseSteps(model));
      }),
      RUNS,
    );
  });
});
