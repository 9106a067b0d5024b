/** A command costs what it changes, and not what the run has grown to. */
import { describe, expect, test } from 'vitest';
import { compileDefinition } from '../compile/compile-definition.js';
import { asOlder } from '../test-support/older.js';
import type { JsonValue } from '../definition/json.js';
import { agent, edge, human, rejectTo, webhook } from '../test-support/run.js';
import { openSteps, runBytes } from './bytes.js';
import type { CommandKind, CommandOf } from './command.js';
import { decide } from './decide.js';
import { type ExecutionState, type StepState, initialState, isOpen } from './state.js';
import { type Environment, Transition } from './transition.js';

const STAGES = 8;
const AGENTS = 2 ** STAGES;
/** Each stage doubles the steps: 765 are skipped, then 256 agents and 256 people wait. */
const nodes = [
  ...Array.from({ length: STAGES }, (_, it) => [`n${it}`, `a${it}`, `b${it}`].map(webhook)).flat(),
  agent(`n${STAGES}`),
  human('review', 'ann', rejectTo('rework')),
  agent('rework'),
];
const edges = [
  ...Array.from({ length: STAGES }, (_, it) =>
    ['a', 'b'].flatMap((side) => [edge(`n${it}`, `${side}${it}`), edge(`${side}${it}`, `n${it + 1}`)]),
  ).flat(),
  edge(`n${STAGES}`, 'review'),
];
const definition = { definitionId: 'wide', name: 'Wide', nodes, edges } as unknown as JsonValue;
const environment: Environment = {
  now: 0,
  newEventId: () => 'evt',
  maxStepsPerExecution: 10_000,
  totals: new WeakMap(),
};

function setUp() {
  const checked = compileDefinition(definition);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const compiled = asOlder(checked.compiled);
  const header = { workspaceId: 'w', executionId: 'e', definitionUid: 'u', definitionId: 'wide' };
  const nobody = { idempotencyKey: null, organizationId: null, documentId: null, webhookUrl: null };
  let state = initialState({
    ...{ ...header, ...nobody, definitionVersion: 1, correlationId: 'c', createdAt: 0 },
    triggerContext: { url: 'u' },
  });
  const run = <K extends CommandKind>(command: CommandOf<K>) => {
    const result = decide(compiled, state, command, environment);
    if (!result.ok) throw new Error(result.refusal.message);
    state = result.state;
    return state;
  };
  run({ kind: 'dispatch' });
  const passed = { passed: true, score: null, output: {}, findings: [] };
  const call = (stepId: string) => {
    run({ kind: 'begin-agent-call', stepId, attempt: 1 });
    run({ kind: 'agent-returned', stepId, attempt: 1, result: passed as never });
  };
  return {
    ...{ compiled, run, call },
    state: () => state,
    replace: (other: ExecutionState) => (state = other),
  };
}

const openAgents = ({ steps }: ExecutionState) =>
  steps.filter((it) => it.nodeType === 'agent' && isOpen(it.status)).map((it) => it.stepId);

test('what the steps of a run hold is counted once, however many commands follow', () => {
  const { call, state, replace } = setUp();
  let looks = 0;
  const watched = (step: StepState) =>
    new Proxy(step, {
      get: (target, name, receiver) => {
        if (name === 'input') looks += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  replace({ ...state(), steps: state().steps.map(watched) });
  const [first = '', second = '', third = ''] = openAgents(state());
  looks = 0;
  call(first);
  expect(looks).toBeGreaterThanOrEqual(state().steps.length - 1);
  looks = 0;
  call(second);
  call(third);
  // Each of four commands replaces one step, and looks at few.
  expect(looks).toBeLessThan(20);
});

describe('what is known of the steps', () => {
  const counted = ({ compiled, state }: ReturnType<typeof setUp>) => {
    const known = new Transition(compiled, state(), environment);
    const anew = new Transition(compiled, { ...state(), steps: [...state().steps] }, environment);
    return { known: [runBytes(known), openSteps(known)], anew: [runBytes(anew), openSteps(anew)] };
  };

  test('is what a count of all of them says, after every command', () => {
    const kit = setUp();
    expect(openAgents(kit.state())).toHaveLength(AGENTS);
    for (const stepId of openAgents(kit.state()).slice(0, 20)) {
      kit.call(stepId);
      const { known, anew } = counted(kit);
      expect(known).toEqual(anew);
    }
    const waiting = kit.state().steps.filter((it) => it.nodeId === 'review');
    for (const [index, { stepId }] of waiting.entries()) {
      const decision = index === 3 ? 'reject' : 'approve';
      kit.run({
        ...{ kind: 'record-decision', stepId, reviewerId: 'ann', decision, reason: 'x'.repeat(index) },
        ...{ onBehalfOf: null },
      });
      const { known, anew } = counted(kit);
      expect(known).toEqual(anew);
    }
  });

  test('also when everything ends', () => {
    const kit = setUp();
    kit.call(openAgents(kit.state())[0] ?? '');
    kit.run({ kind: 'cancel-execution', reason: null });
    const { known, anew } = counted(kit);
    expect(known).toEqual(anew);
    expect(known[1]).toBe(0);
  });
});
