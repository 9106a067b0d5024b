import { describe, expect, test } from 'vitest';
import { type JsonValue, compileDefinition } from '../index.js';
import type { CompiledDefinition } from '../definition.js';
import {
  type Command,
  type CommandKind,
  type CommandOf,
  type EngineEvent,
  decide,
  initialState,
  isOpen,
} from '../interpreter.js';
import { agent, edge, human, onDecision, onStatus, rejectTo } from '../test-support/run.js';

/** Has roots, a join, a loop with predicate and route, an SLA, a retry, a blocking agent. */
const DEFINITION = {
  definitionId: 'everything',
  name: 'Everything',
  nodes: [
    agent('draft', 'writer', {
      retry: { maximumAttempts: 2 },
      inputMapping: { topic: 'execution.input.topic' },
    }),
    human('legal', ['ann', { userId: 'bob', mandatory: false }], { slaMs: 60_000 }),
    human('finance', 'cem'),
    agent('scan', 'scanner', { blocking: true, resolutionPolicy: { kind: 'minResolved', minCount: 1 } }),
    human('chief', 'dan', rejectTo('archive')),
    { nodeId: 'notify', type: 'webhook', config: { url: 'https://example.com' } },
    agent('archive'),
    agent('late'),
  ],
  edges: [
    edge('draft', 'legal'),
    edge('draft', 'finance'),
    edge('legal', 'scan'),
    edge('finance', 'scan'),
    edge('legal', 'late', onStatus('breached')),
    edge('scan', 'chief', onDecision('approve')),
    edge('scan', 'archive', onDecision('reject')),
    edge('chief', 'notify'),
  ],
  groups: [
    {
      groupId: 'g',
      memberNodeIds: ['legal', 'finance'],
      expectedSteps: 2,
      quorum: 2,
      onQuorumMet: 'joinOnQuorum',
      requiredNodeIds: ['legal'],
    },
  ],
  loops: [
    {
      loopId: 'l',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'legal', 'finance'],
      maxIterations: 2,
      onIterationReject: { when: '{"op":"ne","args":[{"var":"output.rejectionReason"},"final"]}' },
      onExhausted: { routeToNodeId: 'late' },
    },
  ],
} as unknown as JsonValue;

function compiled(): CompiledDefinition {
  const checked = compileDefinition(DEFINITION);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.compiled;
}

type Script = readonly ((stepId: (nodeId: string) => string) => Command)[];
const decision =
  (
    nodeId: string,
    reviewerId: string,
    what: 'approve' | 'reject',
    reason: string | null = null,
  ): Script[number] =>
  (stepId) => ({ kind: 'record-decision', stepId: stepId(nodeId), reviewerId, decision: what, reason });
const response = (
  nodeId: string,
  attempt = 1,
  findings: readonly { findingId: string }[] | null = null,
): Script => [
  (stepId) => ({ kind: 'begin-agent-call', stepId: stepId(nodeId), attempt }),
  (stepId) => ({
    kind: 'agent-returned',
    stepId: stepId(nodeId),
    attempt,
    result: { passed: true, summary: 's', output: { title: 't' }, findings },
  }),
];
const call = (nodeId: string, attempt = 1): Script => [
  (stepId) => ({ kind: 'begin-call', stepId: stepId(nodeId), attempt, callback: null }),
  (stepId) => ({
    kind: 'call-returned',
    stepId: stepId(nodeId),
    attempt,
    answer: {
      ...{ kind: 'webhook', status: 200, headers: {}, text: '', json: null },
      ...{ truncated: false, retryAfterMs: null },
    },
  }),
];
const fail = (nodeId: string, attempt: number): Script => [
  (stepId) => ({ kind: 'begin-agent-call', stepId: stepId(nodeId), attempt }),
  (stepId) => ({
    kind: 'agent-failed',
    stepId: stepId(nodeId),
    attempt,
    code: 'c',
    message: 'm',
    retryable: true,
  }),
];
const resolve =
  (nodeId: string, status: 'success' | 'failure'): Script[number] =>
  (stepId) => ({
    kind: 'record-resolution',
    stepId: stepId(nodeId),
    resolutionId: 'f',
    status,
    output: null,
    errorMessage: 'e',
  });

/** Everything that a run on this form does when these commands come. */
function run(form: CompiledDefinition, script: Script) {
  const events: EngineEvent[] = [];
  let state = initialState({
    workspaceId: 'w',
    executionId: 'e',
    definitionUid: 'u',
    definitionId: 'everything',
    definitionVersion: 1,
    correlationId: 'c',
    idempotencyKey: null,
    organizationId: null,
    documentId: null,
    triggerContext: { url: 'https://example.com', topic: 'x' },
    webhookUrl: null,
    createdAt: 0,
  });
  const stepId = (nodeId: string) =>
    state.steps.findLast((it) => it.nodeId === nodeId && isOpen(it.status))?.stepId ?? `no step of ${nodeId}`;
  const results = [() => ({ kind: 'dispatch' }) as const, ...script].map((next) => {
    const made = decide(form, state, next(stepId) as CommandOf<CommandKind>, {
      now: events.length,
      newEventId: () => 'id',
      maxStepsPerExecution: 10_000,
    });
    if (!made.ok) return made.refusal;
    state = made.state;
    events.push(...made.events);
    return [made.result, made.jobs];
  });
  return { events, state, results };
}

const RUNS: Record<string, { script: Script; ends: string; visits: string[] }> = {
  'approved by all': {
    script: [
      ...fail('draft', 1),
      ...response('draft', 2),
      decision('legal', 'ann', 'approve'),
      decision('finance', 'cem', 'approve'),
      ...response('scan', 1, [{ findingId: 'f' }]),
      resolve('scan', 'success'),
      decision('chief', 'dan', 'approve'),
      ...call('notify'),
    ],
    ends: 'completed',
    visits: ['draft', 'legal', 'finance', 'scan', 'chief', 'notify'],
  },
  'sent back until the loop is exhausted': {
    script: [
      ...response('draft'),
      decision('legal', 'bob', 'reject', 'again'),
      ...response('draft'),
      decision('finance', 'cem', 'reject'),
      ...response('late'),
    ],
    ends: 'completed',
    visits: ['draft', 'legal', 'finance', 'draft', 'legal', 'finance', 'late'],
  },
  'rejected for good': {
    script: [...response('draft'), decision('legal', 'ann', 'reject', 'final')],
    ends: 'failed',
    visits: ['draft', 'legal', 'finance'],
  },
  'late, and then turned down by the agent': {
    script: [
      ...response('draft'),
      (stepId) => ({ kind: 'deadline-passed', stepId: stepId('legal') }),
      ...response('late'),
      decision('finance', 'cem', 'approve'),
    ],
    ends: 'completed',
    visits: ['draft', 'legal', 'finance', 'late'],
  },
  'turned down by the agent': {
    script: [
      ...response('draft'),
      decision('legal', 'ann', 'approve'),
      decision('finance', 'cem', 'approve'),
      ...response('scan', 1, [{ findingId: 'f' }]),
      resolve('scan', 'failure'),
      ...response('archive'),
    ],
    ends: 'completed',
    visits: ['draft', 'legal', 'finance', 'scan', 'archive'],
  },
};

describe('the compiled form is kept with its version, as JSON', () => {
  test('nothing gets lost on the way', () => {
    const form = compiled();
    const text = JSON.stringify(form);
    expect(JSON.parse(text)).toStrictEqual(form);
    expect(JSON.stringify(compiled())).toBe(text);
    expect(form.format).toBe(1);
  });

  test('it is frozen in depth', () => {
    const unfrozen = (value: unknown, path: string): string[] =>
      typeof value !== 'object' || value === null
        ? []
        : [
            ...(Object.isFrozen(value) ? [] : [path]),
            ...Object.entries(value).flatMap(([key, it]) => unfrozen(it, `${path}.${key}`)),
          ];
    expect(unfrozen(compiled(), 'compiled')).toEqual([]);
    expect(() => (compiled().roots as string[]).push('x')).toThrow(TypeError);
  });

  test.each(Object.entries(RUNS))(
    'a run behaves the same on the form that comes back: %s',
    (_, { script, ends, visits }) => {
      const [first, second] = [compiled(), JSON.parse(JSON.stringify(compiled())) as CompiledDefinition].map(
        (form) => run(form, script),
      );
      expect(second).toStrictEqual(first);
      expect(first?.state.steps.map((it) => it.nodeId)).toEqual(visits);
      expect(first?.state.status).toBe(ends);
    },
  );
});
