import { describe, expect, test } from 'vitest';
import { type AgentRequest, LIMITS } from '../index.js';
import { CONTEXT, ManualAgent, Run, agent, edge, human, rejectTo, webhook } from '../test-support/run.js';

/** A run of the node `a`, whose agent returns `response`, and of `next` behind it. */
const responding = (response: unknown, more: object = {}) => {
  let calls = 0;
  const respond = () => {
    calls += 1;
    return response as { passed: boolean };
  };
  const workflow = { nodes: [agent('a', 'it', more), agent('next')], edges: [edge('a', 'next')] };
  return Run.start(workflow, { agents: { it: respond } }).then((run) => ({ run, calls: () => calls }));
};
const PASSED = {
  agentExecutionStatus: 'passed',
  agentResultsSummary: null,
  resolvedUrl: CONTEXT['url'],
  agentDurationMs: 0,
};

describe('what an agent is called with (contract section 8)', () => {
  const called = async (more: object = {}): Promise<AgentRequest> => {
    const it = new ManualAgent();
    const nodes = [agent('a', 'it', more)];
    const run = await Run.start({ nodes, edges: [] }, { agents: { it: it.call } });
    expect(it.calls).toHaveLength(1);
    expect(it.calls[0]?.executionId).toBe(run.executionId);
    return it.calls[0]!;
  };

  test('names of the step, the url, and what the dispatch gave', async () => {
    const { signal, idempotencyKey, ...request } = await called();
    expect(request).toMatchObject({
      stepId: 'step_a',
      nodeId: 'a',
      attempt: 1,
      url: 'https://example.com/doc',
      input: {},
      triggerContext: CONTEXT,
      promptOverride: null,
    });
    expect(signal.aborted).toBe(false);
    expect(idempotencyKey).toMatch(/^.+$/);
  });

  test('promptOverride', async () => {
    expect(await called({ promptOverride: 'Be strict.' })).toMatchObject({ promptOverride: 'Be strict.' });
  });
});

describe('the url', () => {
  const triggerContext = {
    doc: { urls: ['https://a.example', 'https://b.example'] },
    size: 3,
    none: null,
    empty: '',
  };
  const start = async (urlPath: string) => {
    const it = new ManualAgent();
    const nodes = [agent('a', 'it', { urlPath })];
    const run = await Run.start({ nodes, edges: [] }, { agents: { it: it.call }, triggerContext });
    return { run, calls: it.calls };
  };

  test.each([
    ['doc.urls.0', 'https://a.example'],
    ['doc.urls.1', 'https://b.example'],
  ])('%s is a dot-path into triggerContext', async (urlPath, url) => {
    const { calls } = await start(urlPath);
    expect(calls.map((it) => it.url)).toEqual([url]);
  });

  test.each([
    'url',
    'doc',
    'doc.urls.2',
    'doc.urls.length',
    'none',
    'empty',
    'constructor.name',
    'doc.constructor.name',
  ])('%s resolves to nothing: the step fails, and no agent is called', async (urlPath) => {
    const { run, calls } = await start(urlPath);
    expect(calls).toEqual([]);
    expect(await run.step('a')).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { code: 'agent-url-unresolved' },
    });
    await run.ended('failed', 'step-failed');
  });
});

test.each(['nobody', 'toString', 'constructor'])('the agent %s is not registered', async (agentId) => {
  const nodes = [agent('a', agentId)];
  const run = await Run.start({ nodes, edges: [] }, { agents: { it: () => ({ passed: true }) } });
  await run.advance(600_000);
  expect(await run.step('a')).toMatchObject({ attempt: 1, error: { code: 'agent-not-registered' } });
  await run.ended('failed', 'step-failed');
});

describe('inputMapping', () => {
  const parent = { passed: true, output: { text: 'hi', parts: [{ id: 'p1' }] } };
  const mapped = async (inputMapping: Record<string, string>) => {
    const it = new ManualAgent();
    const nodes = [agent('parent', 'parent'), agent('a', 'it', { inputMapping })];
    const run = await Run.start(
      { nodes, edges: [edge('parent', 'a')] },
      { agents: { parent: () => parent, it: it.call }, triggerContext: { ...CONTEXT, lang: 'en' } },
    );
    expect(it.calls[0]?.input).toEqual((await run.step('a')).input);
    return (await run.step('a')).input;
  };
  const plain = {
    fromNodeId: 'parent',
    fromStepId: 'step_parent',
    output: { ...parent.output, ...PASSED },
  };

  const table: [string, string, unknown][] = [
    ['of the step before', 'output.text', 'hi'],
    ['of the step before, in an array', 'output.parts.0.id', 'p1'],
    ['of the step before, as a whole', 'output', plain.output],
    ['of the dispatch', 'execution.input.lang', 'en'],
    ['of the dispatch, as a whole', 'execution.input', { ...CONTEXT, lang: 'en' }],
    ['that is not there', 'output.nothing.at.all', null],
    ['that no path reads', 'output.__proto__.x', null],
  ];
  test.each(table)('a value %s', async (_, path, value) => {
    expect(await mapped({ it: path })).toEqual({ ...plain, it: value });
  });

  test('without it, the input is that of any target of an edge', async () => {
    expect(await mapped({})).toEqual(plain);
  });

  test('a root reads the dispatch', async () => {
    const nodes = [
      agent('a', '__mock__', { inputMapping: { link: 'execution.input.url', none: 'output.x' } }),
    ];
    const run = await Run.start({ nodes, edges: [] });
    expect((await run.step('a')).input).toEqual({ link: CONTEXT['url'], none: null });
  });
});

describe('a non-blocking agent', () => {
  test('is running until it responds', async () => {
    const it = new ManualAgent();
    const workflow = { nodes: [agent('a', 'it'), agent('next')], edges: [edge('a', 'next')] };
    const run = await Run.start(workflow, { agents: { it: it.call } });
    expect(await run.step('a')).toMatchObject({ status: 'running', output: null, completedAt: null });
    await run.advance(1_500);
    it.respond({ passed: true, summary: 'All well.', output: { score: 7 } });
    await run.drain();
    expect(await run.step('a')).toMatchObject({ status: 'completed', completedAt: run.now() });
    expect((await run.step('a')).output).toEqual({
      ...PASSED,
      score: 7,
      agentResultsSummary: 'All well.',
      agentDurationMs: 1_500,
    });
    await run.ended('completed');
  });

  test('that did not pass has no decision either, and goes on', async () => {
    const { run } = await responding({ passed: false });
    expect((await run.step('a')).output).toEqual({ ...PASSED, agentExecutionStatus: 'not-passed' });
    expect(await run.count('next')).toBe(1);
    await run.ended('completed');
  });

  test('cannot decide, nor say of itself what the engine says of it', async () => {
    const output = {
      decision: 'reject',
      approved: false,
      note: 'x',
      agentExecutionStatus: 'passed',
      resolvedUrl: 'https://evil.example',
      agentDurationMs: -1,
      agentResultsSummary: 'fine',
    };
    const { run } = await responding({ passed: false, output });
    expect((await run.step('a')).output).toEqual({
      ...PASSED,
      note: 'x',
      agentExecutionStatus: 'not-passed',
    });
    expect(await run.count('next')).toBe(1);
  });

  test('__mock__ passes at once, with no function registered', async () => {
    const nodes = [agent('a', '__mock__')];
    const run = await Run.start({ nodes, edges: [] });
    expect((await run.step('a')).output).toEqual({ ...PASSED, agentResultsSummary: 'mock' });
    await run.ended('completed');
  });
});

describe('a response that is not valid', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const nested = (depth: number): object => (depth === 1 ? {} : { it: nested(depth - 1) });
  const MIB = 'x'.repeat(LIMITS.payloadBytes);
  const output = (value: unknown) => ({ passed: true, output: { value } });
  const table: [string, unknown][] = [
    ['nothing', undefined],
    ['a text', 'passed'],
    ['a list', [{ passed: true }]],
    ['an object without passed', { output: {} }],
    ['passed as a text', { passed: 'true' }],
    ['a summary that is not a text', { passed: true, summary: 5 }],
    ['an output that is not an object', { passed: true, output: ['x'] }],
    ['a function in it', output(() => 1)],
    ['undefined in a list in it', output([undefined])],
    ['a number that is not finite', output(NaN)],
    ['a bigint', output(1n)],
    ['a date', output(new Date(0))],
    ['a map', output(new Map())],
    ['a cycle', output(cyclic)],
    ['NUL in a text', output('a\0b')],
    ['a lone surrogate', output('\ud800')],
    ['a key __proto__', output(JSON.parse('{"__proto__": 1}'))],
    ['too large', output(MIB)],
    ['too deep', output(nested(64))],
    ['findings that are not a list', { passed: true, findings: {} }],
    ['a finding without an id', { passed: true, findings: [{ text: 'x' }] }],
    ['a finding with an empty id', { passed: true, findings: [{ findingId: '' }] }],
    ['a finding with an id that is too long', { passed: true, findings: [{ findingId: 'x'.repeat(201) }] }],
    ['findings that are too large', { passed: true, findings: [{ findingId: 'f', text: MIB }] }],
  ];
  test.each(table)('%s fails the step, without a retry', async (_, response) => {
    const { run, calls } = await responding(response);
    await run.advance(600_000);
    expect(calls()).toBe(1);
    expect(await run.step('a')).toMatchObject({
      status: 'failed',
      attempt: 1,
      output: null,
      error: { code: 'agent-output-invalid' },
    });
    await run.ended('failed', 'step-failed');
  });

  // Section 1: "outputs, findings: JSON, up to 256 KiB and depth 64". The response counts too.
  const limits: [string, object][] = [
    ['as large as it may be', { text: 'x'.repeat(LIMITS.payloadBytes - '{"text":""}'.length) }],
    ['as deep as it may be', nested(64)],
  ];
  test.each(limits)('an output %s is taken', async (_, largest) => {
    const { run } = await responding({ passed: true, output: largest });
    expect((await run.step('a')).status).toBe('completed');
  });

  test('the measure is the JSON text: a little less than the limits is taken', async () => {
    const text = 'x'.repeat(LIMITS.payloadBytes - 100);
    const { run } = await responding({ passed: true, output: { text } });
    expect((await run.step('a')).output).toEqual({ ...PASSED, text });
  });
});

test('a webhook node is skipped, says why, and is followed by its success edges', async () => {
  const run = await Run.start({
    nodes: [webhook('hook'), human('next', 'ann', rejectTo('other')), agent('other')],
    edges: [edge('hook', 'next')],
  });
  expect(await run.statuses()).toEqual(['hook skipped', 'next waiting']);
  const { output } = await run.step('hook');
  expect(JSON.stringify(output)).toMatch(/not executed/);
  expect((await run.step('next')).input).toEqual({ fromNodeId: 'hook', fromStepId: 'step_hook', output });
});
