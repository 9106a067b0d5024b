/** Any definition and input: one command does bounded work, an execution holds bounded data. */
import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { type AgentFunction, type Definition, type JsonObject, LIMITS, createMemoryStore } from '../index.js';
import { olderStore } from '../test-support/older.js';
import type { DefinitionGroup } from '../definition.js';
import { op, variable, when } from '../expression/build.js';
import { agent, blocking, edge, group, human, onStatus, rejectTo, webhook } from '../test-support/run.js';

type Parts = Pick<Definition, 'nodes' | 'edges'> & Partial<Definition>;
const list = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => item(index));

async function running(parts: Parts, triggerContext: JsonObject, agents: Record<string, AgentFunction> = {}) {
  const kit = createTestEngine({ agents, store: olderStore(createMemoryStore()) });
  await kit.engine.definitions.create({ definitionId: 'bounded', name: 'Bounded', ...parts });
  const { executionId } = await kit.engine.executions.dispatch({ definitionId: 'bounded', triggerContext });
  await kit.drain();
  const get = () => kit.engine.executions.get({ executionId });
  const approve = (stepId: string) =>
    kit.engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision: 'approve' });
  return { ...kit, executionId, get, approve };
}

describe('a condition that takes too much work is neither true nor false', () => {
  const text = 'xy'.repeat(125_000);
  const input = variable('execution.input.text');
  const costly = op('regex', input, '[xy]*x[xy]{900}z');
  const reviewed = (condition: string): Parts => ({
    nodes: [human('review', 'ann', rejectTo('rework')), agent('publish'), agent('rework')],
    edges: [edge('review', 'publish', condition)],
  });

  test.each<[string, string]>([
    ['one that would hold', when(op('or', op('eq', variable('output.decision'), 'approve'), costly))],
    ['one that would not', when(op('and', op('eq', variable('output.decision'), 'approve'), costly))],
    ['its negation', when(op('and', op('eq', variable('output.decision'), 'approve'), op('not', costly)))],
  ])('%s: the run fails, the decision stays on record, and nothing is started', async (_, condition) => {
    const { get, approve } = await running(reviewed(condition), { url: 'u', text: `z${text}` });
    expect(await approve('step_review')).toMatchObject({ recorded: true, aggregatorStatus: 'resolved' });
    const { status, failureReason, steps } = await get();
    expect([status, failureReason?.code]).toEqual(['failed', 'expression-too-costly']);
    expect(steps.map((it) => [it.nodeId, it.status])).toEqual([['review', 'completed']]);
  });

  test('many that are affordable alone share the budget of one command', async () => {
    const some = (index: number) => when(op('regex', input, `[xy]*x[xy]{9}z${index}`));
    const text20k = `z${'xy'.repeat(20_000)}`;
    const edges = (count: number) => list(count, (it) => edge('a', 'b', some(it)));
    const nodes = [agent('a'), agent('b')];
    const few = await running({ nodes, edges: edges(4) }, { url: 'u', text: text20k });
    expect((await few.get()).status).toBe('completed');
    const many = await running({ nodes, edges: edges(40) }, { url: 'u', text: text20k });
    expect((await many.get()).failureReason?.code).toBe('expression-too-costly');
  });

  test('of a loop: the rejection is neither taken nor led on', async () => {
    const loopBack = { toNodeId: 'draft', when: when(costly) };
    const { engine, executionId, get } = await running(
      {
        nodes: [agent('draft'), human('review', 'ann', { onReject: { loopBack } })],
        edges: [edge('draft', 'review')],
      },
      { url: 'u', text: `z${text}` },
    );
    const { steps } = await get();
    const stepId = steps.find((it) => it.nodeId === 'review')?.stepId ?? '';
    await engine.steps.recordReviewerDecision({ executionId, stepId, reviewerId: 'ann', decision: 'reject' });
    expect((await get()).failureReason?.code).toBe('expression-too-costly');
  });
});

describe('the input of a step has a bound', () => {
  const large = 'x'.repeat(200_000);
  const mapping = (names: number) => Object.fromEntries(list(names, (it) => [`n${it}`, 'execution.input']));

  test('past it the step fails, and its recovery edges are looked at', async () => {
    const nodes = [agent('a', '__mock__', { inputMapping: mapping(50) }), agent('b')];
    const recovered = await running(
      { nodes, edges: [edge('a', 'b', onStatus('failed'))] },
      { url: 'u', large },
    );
    const { status, steps } = await recovered.get();
    expect(status).toBe('completed');
    expect(steps[0]).toMatchObject({
      nodeId: 'a',
      status: 'failed',
      input: {},
      error: { code: 'input-too-large' },
    });
    expect(steps[1]).toMatchObject({ nodeId: 'b', status: 'completed' });
    const alone = await running({ nodes, edges: [] }, { url: 'u', large });
    expect((await alone.get()).failureReason?.code).toBe('step-failed');
  });

  test('up to it the step has all of it', async () => {
    const nodes = [agent('a', '__mock__', { inputMapping: mapping(20) })];
    const { steps, status } = await (await running({ nodes, edges: [] }, { url: 'u', large })).get();
    expect(status).toBe('completed');
    expect(JSON.stringify(steps[0]?.input).length).toBeGreaterThan(4_000_000);
  });

  test.each([20, 80])(
    'also where a join brings %i outputs together, which the run may hold',
    async (count) => {
      const says: AgentFunction = () => ({ passed: true, output: { large: 'x'.repeat(250_000) } });
      const members = list(count, (it) => `m${it}`);
      const nodes = [...members.map((it) => blocking(it, 'says', {})), agent('after')];
      const groups = [group('joinOnQuorum', members, count)];
      const { engine, executionId, get } = await running(
        { nodes, edges: members.map((it) => edge(it, 'after')), groups },
        { url: 'u' },
        { says },
      );
      for (const it of members) {
        const resolution = {
          executionId,
          stepId: `step_${it}`,
          resolutionId: 'r',
          status: 'success',
        } as const;
        await engine.steps.recordAgentResolution(resolution);
      }
      const { steps } = await get();
      expect(steps.at(-1)).toMatchObject({
        nodeId: 'after',
        status: 'failed',
        error: { code: 'input-too-large' },
      });
    },
  );

  test('a run of seven steps with inputs of 4 MiB goes on to its end', async () => {
    const nodes = list(7, (it) => agent(`a${it}`, '__mock__', { inputMapping: mapping(20) }));
    const edges = list(6, (it) => edge(`a${it}`, `a${it + 1}`));
    const { status } = await (await running({ nodes, edges }, { url: 'u', large })).get();
    expect(status).toBe('completed');
  });
});

describe('what a run holds has a bound', () => {
  test('inputs: past it the execution fails', async () => {
    const mapping = Object.fromEntries(list(20, (it) => [`n${it}`, 'execution.input']));
    const nodes = list(20, (it) => agent(`a${it}`, '__mock__', { inputMapping: mapping }));
    const { get } = await running({ nodes, edges: [] }, { url: 'u', large: 'x'.repeat(200_000) });
    const { status, failureReason, steps } = await get();
    expect([status, failureReason?.code]).toEqual(['failed', 'execution-too-large']);
    expect(JSON.stringify(steps).length).toBeLessThan(LIMITS.executionBytes);
  });

  /** Each step shows 50 people and a text of 8,000 characters, which no step holds. */
  test('what steps show of their node counts', async () => {
    const config = {
      reviewers: list(50, (it) => ({ userId: `${it}`.padEnd(256, 'u'), mandatory: true })),
      reviewerEmails: list(50, (it) => `${it}`.padEnd(320, 'e')),
      commentBody: 'x'.repeat(8_000),
      onReject: { loopBack: { toNodeId: 'n8' } },
    };
    const inner = list(8, (it) => [`n${it}`, `a${it}`, `b${it}`]).flat();
    const edges = list(8, (it) =>
      ['a', 'b'].flatMap((side) => [edge(`n${it}`, `${side}${it}`), edge(`${side}${it}`, `n${it + 1}`)]),
    ).flat();
    const nodes = [...inner.map((it) => webhook(it)), { nodeId: 'n8', type: 'human' as const, config }];
    const view = await (await running({ nodes, edges }, { url: 'u' })).get();
    expect(view.failureReason?.code).toBe('execution-too-large');
    expect(JSON.stringify(view).length).toBeLessThan(LIMITS.executionBytes);
    // The largest number that fits into one definition does run.
    const most = list(25, (it) => ({
      nodeId: `h${it}`,
      type: 'human' as const,
      config: { ...config, onReject: { loopBack: { toNodeId: `h${it}` } } },
    }));
    const legal = await (await running({ nodes: most, edges: [] }, { url: 'u' })).get();
    expect(legal.status).toBe('running');
  });

  test('decisions count, and none is lost', async () => {
    const form = { fields: list(50, (it) => ({ name: `f${it}`, type: 'string' as const })) };
    const reviewers = list(40, (it) => ({ userId: `u${it}`, mandatory: true }));
    const nodes = list(5, (it) => ({
      nodeId: `h${it}`,
      type: 'human' as const,
      config: { reviewers, form, onReject: { loopBack: { toNodeId: `h${it}` } } },
    }));
    const { engine, executionId, get } = await running({ nodes, edges: [] }, { url: 'u' });
    const values = Object.fromEntries(
      form.fields.map(({ name }) => [name, 'x'.repeat(LIMITS.formTextLength)]),
    );
    let answers = 0;
    for (let of = 0; of < 5 && (await get()).status === 'running'; of++) {
      for (const { userId } of reviewers) {
        const answer = {
          executionId,
          stepId: `step_h${of}`,
          reviewerId: userId,
          decision: 'approve' as const,
        };
        const recorded = await engine.steps.recordReviewerDecision({ ...answer, values }).catch(() => null);
        if (recorded !== null) answers += 1;
      }
    }
    const { failureReason, steps } = await get();
    expect(failureReason?.code).toBe('execution-too-large');
    const decided = steps.reduce((sum, it) => sum + (it.output?.['totalResponses'] as number), 0);
    expect(decided).toBe(answers);
  });

  async function waiting() {
    const nodes = [
      blocking('agent', '__mock__', { resolutionPolicy: { kind: 'minResolved', minCount: 5_000 } }),
    ];
    const { engine, executionId, get } = await running({ nodes, edges: [] }, { url: 'u' });
    const resolve = (index: number, output: JsonObject = {}) =>
      engine.steps.recordAgentResolution({
        ...{ executionId, stepId: 'step_agent', resolutionId: `r${index}`, status: 'success', output },
      });
    return { resolve, get };
  }

  test('resolutions of a step: 1,000 and no more, nothing is changed', async () => {
    const { resolve, get } = await waiting();
    for (let index = 0; index < LIMITS.resolutions; index++) await resolve(index);
    const before = await get();
    await expect(resolve(LIMITS.resolutions)).rejects.toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
    expect(await resolve(0)).toMatchObject({ recorded: false });
    expect(await get()).toEqual(before);
  });

  test('resolutions of a step: 4 MiB together', async () => {
    const { resolve } = await waiting();
    const output = { large: 'x'.repeat(250_000) };
    for (let index = 0; index < 16; index++) await resolve(index, output);
    await expect(resolve(16, output)).rejects.toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
    expect(await resolve(17, {})).toMatchObject({ recorded: true });
  });

  test('findings of a step: 1,000 and no more', async () => {
    const finds =
      (count: number): AgentFunction =>
      () => ({
        passed: true,
        findings: list(count, (it) => ({ findingId: `f${it}` })),
      });
    const parts = { nodes: [blocking('agent', 'finds')], edges: [] };
    const fits = await running(parts, { url: 'u' }, { finds: finds(LIMITS.findings) });
    expect((await fits.get()).steps[0]?.status).toBe('waiting');
    const over = await running(parts, { url: 'u' }, { finds: finds(LIMITS.findings + 1) });
    expect((await over.get()).steps[0]?.error?.code).toBe('agent-output-invalid');
  });
});

test('the most steps that a run may have end in one command', async () => {
  const stages = list(11, (it) => it);
  const nodes = ['n0', ...stages.flatMap((it) => [`a${it}`, `b${it}`, `n${it + 1}`])].map((it) =>
    webhook(it),
  );
  const edges = stages.flatMap((it) =>
    [`a${it}`, `b${it}`].flatMap((side) => [edge(`n${it}`, side), edge(side, `n${it + 1}`)]),
  );
  const { status, steps } = await (await running({ nodes, edges }, { url: 'u' })).get();
  expect([status, steps.length]).toEqual(['completed', 8_189]);
}, 20_000);

describe('counting a group, whose members ended in one command', () => {
  const large = 'x'.repeat(200_000);
  const inputMapping = Object.fromEntries(list(30, (it) => [`n${it}`, 'execution.input']));
  /** Each stage doubles the first member's steps, which all fail at once and are recovered. */
  const failing = (stages: number, onQuorumMet: DefinitionGroup['onQuorumMet']): Parts => ({
    nodes: [
      ...list(stages, (it) => [`n${it}`, `a${it}`, `b${it}`].map(webhook)).flat(),
      ...[`n${stages}`, 'other'].map((it) => blocking(it, '__mock__', { inputMapping })),
      webhook('end'),
    ],
    groups: [group(onQuorumMet, [`n${stages}`, 'other'], 1)],
    edges: [
      ...list(stages, (it) =>
        ['a', 'b'].flatMap((side) => [edge(`n${it}`, `${side}${it}`), edge(`${side}${it}`, `n${it + 1}`)]),
      ).flat(),
      edge(`n${stages - 1}`, 'other'),
      ...[`n${stages}`, 'other'].map((it) => edge(it, 'end', onStatus('failed'))),
    ],
  });

  test.each(['waitAll', 'cancelOnQuorum'] as const)(
    '%s: past the work of a command the run fails',
    async (policy) => {
      const some = await running(failing(6, policy), { url: 'u', large });
      expect((await some.get()).status).toBe('completed');
      const many = await running(failing(10, policy), { url: 'u', large });
      expect((await many.get()).failureReason?.code).toBe('expression-too-costly');
    },
  );
});
