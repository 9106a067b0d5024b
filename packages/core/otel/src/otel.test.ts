/** Uses the real SDK: two processes on one store, and the data they record of a run. */
import { ROOT_CONTEXT, context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { type ApprovalEngine, createMemoryStore, op, variable, when } from '@org/approval-core';
import { createTestEngine, createTestReceiver, overriding } from '@org/approval-testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { observeHealth, openTelemetry, runContext } from './index.js';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => context.disable());

function sdk() {
  const spans = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: exported, exportIntervalMillis: 3_600_000 });
  const meters = new MeterProvider({ readers: [reader] });
  const [tracer, meter] = [provider.getTracer('test'), meters.getMeter('test')];
  const points = async () => {
    exported.reset();
    await reader.forceFlush();
    const [resource] = exported.getMetrics();
    const found = resource?.scopeMetrics.flatMap((it) => it.metrics) ?? [];
    return found.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => ({ name: descriptor.name, attributes, value })),
    );
  };
  return { spans, tracer, meter, points };
}

const REVIEW = {
  definitionId: 'review',
  name: 'Review',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human' as const,
      slaMs: 86_400_000,
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        onReject: { routeToNodeId: 'rework' },
      },
    },
    { nodeId: 'scan', type: 'agent' as const, config: { agentId: 'scanner', urlPath: 'url' } },
    { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [
    { from: 'legal', to: 'scan' },
    { from: 'legal', to: 'rework', when: when(op('eq', variable('step.status'), 'breached')) },
  ],
};

const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const links = (span: ReadableSpan) => span.links.map((it) => it.context.spanId);

describe('traces', () => {
  test('a run over two processes and a wait is one trace of short spans, linked to and from what caused each', async () => {
    const { spans, tracer } = sdk();
    const store = overriding(createMemoryStore(), { shared: true });
    const telemetry = openTelemetry({ tracer });
    // One process takes calls, the other one does the work.
    const web = createTestEngine({ store, telemetry, jobs: { run: false } }).engine;
    const inAgent: (string | undefined)[] = [];
    const worker = createTestEngine({
      store,
      telemetry,
      agents: {
        scanner: () => {
          inAgent.push(trace.getActiveSpan()?.spanContext().spanId);
          return { passed: true };
        },
      },
    });
    await web.definitions.create(REVIEW);
    const request = tracer.startSpan('POST /letters', {}, ROOT_CONTEXT);
    const { executionId } = await context.with(trace.setSpan(ROOT_CONTEXT, request), () =>
      web.executions.dispatch({ definitionId: 'review', triggerContext: { url: 'https://example.com' } }),
    );
    request.end();
    await web.steps.recordReviewerDecision({
      ...{ executionId, stepId: 'step_legal', reviewerId: 'ann', decision: 'approve' },
    });
    await worker.advance(60_000);
    expect((await web.executions.get({ executionId })).status).toBe('completed');

    const all = spans.getFinishedSpans();
    const run = runContext({ workspaceId: 'default', executionId });
    const changes = all.filter((it) => it.name === 'approval change review');
    expect(changes.map((it) => it.attributes['approval.events'])).toEqual([
      ['execution.dispatched', 'step.awaiting-approval'],
      ['step.completed'],
      [],
      ['step.completed', 'execution.completed'],
    ]);
    // All spans are in the trace of the run, below the run's context, whichever process made them.
    for (const change of changes) {
      expect(change.spanContext().traceId).toBe(run.traceId);
      expect(change.parentSpanContext?.spanId).toBe(run.spanId);
      expect(change.attributes['approval.execution_id']).toBe(executionId);
    }
    const seqs = changes.map((it) => Number(it.attributes['approval.seq']));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));

    const commands = ['dispatch', 'record-decision', 'begin-agent-call', 'agent-returned'].map((name) =>
      all.find((it) => it.name === `approval ${name}`),
    ) as ReadableSpan[];
    for (const [index, command] of commands.entries()) {
      // Links lead from the request to the change of the run, and back.
      expect(links(command)).toEqual([idOf(changes[index]!)]);
      expect(links(changes[index]!)).toContain(idOf(command));
      expect(command.attributes['approval.outcome']).toBe('accepted');
    }
    // A call belongs to its request; a job has no parent, but is linked to the run.
    expect(commands[0]?.parentSpanContext?.spanId).toBe(request.spanContext().spanId);
    const job = all.find((it) => it.name === 'approval job agent-call')!;
    expect(job.parentSpanContext).toBeUndefined();
    expect(links(job)).toEqual([run.spanId]);
    const agent = all.find((it) => it.name === 'approval agent scanner')!;
    expect(agent.parentSpanContext?.spanId).toBe(idOf(job));
    expect(commands[2]?.parentSpanContext?.spanId).toBe(idOf(job));
    expect(inAgent).toEqual([idOf(agent)]);
    await web.stop();
    await worker.engine.stop();
  });

  test('an agent that throws is a fault; a caller who is refused is none', async () => {
    const { spans, tracer } = sdk();
    const agents = { scanner: () => Promise.reject(new Error('out of memory')) };
    const { engine, drain } = createTestEngine({ telemetry: openTelemetry({ tracer }), agents });
    await engine.definitions.create({ ...REVIEW, nodes: [REVIEW.nodes[1]!], edges: [] });
    await engine.executions.dispatch({
      definitionId: 'review',
      triggerContext: { url: 'https://example.com' },
    });
    await drain();
    const of = (name: string) => spans.getFinishedSpans().find((it) => it.name === name);
    expect(of('approval agent scanner')).toMatchObject({
      ...{ status: { code: 2 }, attributes: { 'approval.outcome': 'failed' } },
    });
    expect(of('approval dispatch')).toMatchObject({ status: { code: 0 } });
    await engine.stop();
  });

  test('of some runs the trace is recorded, and every process says of which', async () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => ({
      workspaceId: 'w',
      executionId: `exec_${index}`,
    }));
    const sampled = ids.filter((it) => runContext(it, 0.25).traceFlags === 1);
    expect(sampled.length / ids.length).toBeGreaterThan(0.2);
    expect(sampled.length / ids.length).toBeLessThan(0.3);
    expect(new Set(ids.map((it) => runContext(it).traceId)).size).toBe(ids.length);
    expect(() => openTelemetry({ runRatio: 2 })).toThrow(/runRatio must be/);
    expect(() => openTelemetry({ trace: 1 } as never)).toThrow(/trace is not an option/);
  });
});

describe('metrics', () => {
  /** Runs, people, steps: none of them in an attribute, however many there are. */
  test('their attributes are few, and none of them grows with what runs', async () => {
    const { meter, tracer, points } = sdk();
    const agents = { scanner: () => ({ passed: true }) };
    const receiver = createTestReceiver();
    receiver.respondWith(() => 503);
    const { engine, advance } = createTestEngine({
      ...{ telemetry: openTelemetry({ tracer, meter }), agents },
      webhooks: { transport: receiver },
    });
    await engine.definitions.create(REVIEW);
    const dispatch = () =>
      engine.executions.dispatch({
        ...{ definitionId: 'review', triggerContext: { url: 'https://example.com' } },
        ...{ webhookUrl: 'https://hooks.example.com/secret-path', webhookSecret: 'a-secret-of-16-or-more' },
      });
    const decide = ({ executionId }: { executionId: string }) =>
      engine.steps.recordReviewerDecision({
        ...{ executionId, stepId: 'step_legal', reviewerId: 'ann', decision: 'approve' },
      });
    await decide(await dispatch());
    await advance(1_000);
    const few = (await points()).length;
    for (let run = 0; run < 30; run++) await decide(await dispatch());
    await dispatch();
    await advance(86_400_000 + 1_000);
    const all = await points();
    const texts = JSON.stringify(all.map((it) => it.attributes));
    expect(texts).not.toMatch(/exec_|step_legal|"ann"|secret|hooks\.example|"review"|default/);
    // The additional metrics are first occurrences: a breach, its job, dead deliveries.
    expect(all.length - few).toBeLessThan(20);

    const sum = (name: string, attributes: object = {}) =>
      all
        .filter((it) => it.name === name)
        .filter((it) => Object.entries(attributes).every(([key, value]) => it.attributes[key] === value))
        .reduce((total, { value }) => total + (typeof value === 'number' ? value : value.count), 0);
    expect(sum('approval.events', { 'approval.event': 'execution.dispatched' })).toBe(32);
    expect(sum('approval.events', { 'approval.event': 'step.breached' })).toBe(1);
    expect(sum('approval.work.duration', { 'approval.command': 'record-decision' })).toBe(31);
    expect(
      sum('approval.work.duration', { 'approval.agent_id': 'scanner', 'approval.outcome': 'returned' }),
    ).toBe(31);
    expect(sum('approval.work.duration', { 'approval.outcome': 'dead' })).toBeGreaterThan(0);
    expect(sum('approval.jobs.claimed', { 'approval.job': 'step-deadline' })).toBe(1);
    expect(sum('approval.job.delay', { 'approval.job': 'agent-call' })).toBe(32);
    expect(sum('approval.changes', { 'approval.outcome': 'committed' })).toBe(sum('approval.changes'));
    expect(sum('approval.work.active')).toBe(0);
    await engine.stop();
  });

  test('distinguishes 100 agents at most, however many definitions name', async () => {
    const { meter, tracer, points } = sdk();
    const telemetry = openTelemetry({ tracer, meter });
    for (let index = 0; index < 300; index++) {
      const run = { workspaceId: 'w', executionId: 'e', stepId: 's', attempt: 1 };
      telemetry.begin({ kind: 'agent-call', agentId: `agent-${index}`, ...run }).end({ outcome: 'failed' });
    }
    const agents = (await points()).filter((it) => it.name === 'approval.work.duration');
    expect(agents).toHaveLength(101);
  });

  test('events of a change that was not committed are not counted', async () => {
    const { meter, tracer, points } = sdk();
    const telemetry = openTelemetry({ tracer, meter });
    const run = { workspaceId: 'w', executionId: 'e', definitionId: 'review', seq: 1, causes: [] };
    const change = { ...run, events: ['step.completed' as const] };
    telemetry
      .begin({ kind: 'commit', changes: [change, change] })
      .end({ outcome: ['committed', 'conflict'] });
    const counted = (await points()).filter((it) => it.name === 'approval.events');
    expect(counted.map((it) => it.value)).toEqual([1]);
  });

  test('reports 100 subscriptions at most, however many a workspace has', async () => {
    const { meter, points } = sdk();
    const { engine } = createTestEngine({ jobs: { run: false } });
    const health = await engine.health();
    const feeds = Array.from({ length: 300 }, (_, index) => ({ name: `s${index}`, lag: 1 }));
    const crowded = { health: () => Promise.resolve({ ...health, feeds }) };
    const stop = observeHealth({ engine: { forWorkspace: () => crowded } as never, meter });
    expect((await points()).filter((it) => it.name === 'approval.feed.lag')).toHaveLength(100);
    stop();
    await engine.stop();
  });

  test('depth and age of the queues at the time of collection', async () => {
    const { meter, points } = sdk();
    const { engine, advance, clock } = createTestEngine({ jobs: { run: false } });
    await engine.definitions.create({ ...REVIEW, nodes: [REVIEW.nodes[1]!], edges: [] });
    const stop = observeHealth({ engine, meter });
    const value = async (name: string) =>
      (await points()).find((it) => it.name === `approval.${name}`)?.value;
    expect(await value('jobs.due')).toBe(0);
    const dispatch = () =>
      engine.executions.dispatch({
        ...{ definitionId: 'review', triggerContext: { url: 'https://example.com' } },
      });
    await dispatch();
    await advance(90_000);
    expect(clock.now()).toBeGreaterThan(0);
    expect(await value('store.ok')).toBe(1);
    expect(await value('jobs.due')).toBe(1);
    expect(await value('jobs.oldest_due')).toBe(90);
    expect(await value('deliveries.dead')).toBe(0);
    stop();
    await dispatch();
    await advance(5_000);
    // The last value stands; no collection follows.
    expect(await value('jobs.due')).toBe(1);
    expect(() => observeHealth({ engine, meter, workspaceIds: [] })).toThrow(/1 to 100/);
    expect(() => observeHealth({} as never)).toThrow(/engine must be what createApprovalEngine returned/);
    expect(() => observeHealth({ engine, workspaces: ['a'] } as never)).toThrow(
      /workspaces is not an option/,
    );
    await engine.stop();
  });
});

test('the engine takes it as it is', () => {
  const engine: ApprovalEngine = createTestEngine({
    telemetry: openTelemetry(),
    agents: { scanner: async () => ({ passed: true, summary: 's' }) },
  }).engine;
  return engine.stop();
});

test('metrics of a provider that is registered after the engine was made are not lost', async () => {
  const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: exported, exportIntervalMillis: 3_600_000 });
  const { engine } = createTestEngine({
    telemetry: openTelemetry(),
    agents: { scanner: async () => ({ passed: true, summary: 's' }) },
  });
  const end = observeHealth({ engine });
  await engine.definitions.create(REVIEW);
  await engine.executions.dispatch({ definitionId: 'review', triggerContext: { url: 'u' } });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  try {
    await engine.executions.dispatch({ definitionId: 'review', triggerContext: { url: 'u' } });
    const names = async () => {
      exported.reset();
      await reader.forceFlush();
      return exported
        .getMetrics()
        .flatMap((it) =>
          it.scopeMetrics.flatMap((scope) => scope.metrics.map((metric) => metric.descriptor.name)),
        );
    };
    expect(await names()).toContain('approval.work.duration');
    await vi.waitFor(async () => expect(await names()).toContain('approval.store.ok'), 5_000);
  } finally {
    metrics.disable();
    end();
    await engine.stop();
  }
});
