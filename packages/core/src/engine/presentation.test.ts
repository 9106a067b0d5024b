/** Presentation of a request for a decision (contract section 21). */
import { createTestEngine } from '@org/approval-testkit';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../definition/limits.js';
import type { PresentationValues } from '../definition/presented.js';
import { ApprovalError } from './errors.js';

const person = (presentation?: object, nodeId = 'review') => ({
  nodeId,
  type: 'human' as const,
  config: {
    reviewers: [{ userId: 'ann', mandatory: true }],
    onReject: { end: 'rejected' },
    ...(presentation !== undefined && { presentation }),
  },
});

async function started(more: object, dispatch: object = {}) {
  const { engine, clock } = createTestEngine();
  const definition = { definitionId: 'bills', name: 'Bills', nodes: [person()], edges: [], ...more };
  await engine.definitions.create(definition);
  const { executionId } = await engine.executions.dispatch({ definitionId: 'bills', ...dispatch });
  const row = async () => (await engine.steps.listWaiting({ reviewerId: 'ann' })).items[0];
  const run = () => engine.executions.get({ executionId });
  return { engine, clock, executionId, row, run };
}

const codeOf = async (action: Promise<unknown>): Promise<unknown> =>
  action.then(
    () => null,
    (error: unknown) => (error instanceof ApprovalError ? (error.details.code ?? error.status) : error),
  );

const facts = (label: string) => [{ label, value: '{{execution.input.n}}' }];

test('a step without a presentation of its own shows that of the run; a revision replaces it', async () => {
  const digest = (letter: string) => ({ digest: `sha256:${letter.repeat(64)}` });
  const it = await started(
    {
      presentation: { title: 'Pay {{execution.input.n}}', facts: facts('N') },
      nodes: [person({ facts: facts('Own') })],
    },
    { triggerContext: { n: 4 }, subject: digest('a') },
  );
  expect(await it.row()).toMatchObject({
    title: 'Pay 4',
    facts: [{ label: 'N' }, { label: 'Own' }],
    url: null,
  });
  const presentation: PresentationValues = { facts: [], amount: { amount: '5.10', currency: 'EUR' } };
  await it.engine.executions.reviseSubject({
    ...{
      executionId: it.executionId,
      subject: digest('b'),
      ifDigest: digest('a').digest,
      actorId: 'ben',
      presentation,
    },
  });
  expect(await it.row()).toMatchObject({
    title: 'Bills',
    facts: [{ label: 'Own' }],
    amount: presentation.amount,
  });
  const { steps } = await it.run();
  expect(steps[0]?.presentation).toMatchObject({ title: 'Bills', facts: [{ label: 'Own', value: '4' }] });
  const { events } = await it.engine.executions.getEvents({ executionId: it.executionId });
  const shown = events.map(({ type, data }) => [
    type,
    'presentation' in data ? data.presentation.title : null,
  ]);
  expect(shown).toEqual([
    ['execution.dispatched', 'Pay 4'],
    ['step.awaiting-approval', 'Pay 4'],
    ['execution.subject-revised', 'Bills'],
  ]);
});

test('only a node says what is shown', async () => {
  const it = await started({ nodes: [person({ title: 'Sign {{step.nodeId}}' })] });
  expect(await it.row()).toMatchObject({ title: 'Sign review', facts: [] });
  expect(await it.run()).toMatchObject({
    presentation: null,
    steps: [{ presentation: { title: 'Sign review' } }],
  });
});

test('a question says what it is about, and the same words are the same question', async () => {
  const { engine } = createTestEngine();
  const question = { key: 'k', reviewers: ['ann'], title: 'Deploy?', waitMs: 0 };
  const presentation: PresentationValues = { facts: [{ label: 'Build', value: 7, kind: 'number' }] };
  await engine.ask({ ...question, presentation });
  const [row] = (await engine.steps.listWaiting({ reviewerId: 'ann' })).items;
  expect(row).toMatchObject({ title: 'Deploy?', facts: presentation.facts });
  expect(await codeOf(engine.ask({ ...question, presentation }))).toBe(null);
  expect(await codeOf(engine.ask(question))).toBe('key-reused');
});

describe('plain values', () => {
  const money = { amount: 1, currency: 'EUR' };
  test.each<[string, object]>([
    ['a value of another kind', { facts: [{ label: 'L', value: 'x', kind: 'number' }] }],
    ['a template as a path', { facts: [{ label: 'L', value: { path: 'execution.input.n' } }] }],
    ['an address of a script', { url: 'javascript:alert(1)' }],
    ['an address of another host', { url: '//example.com' }],
    ['the same with a backslash', { url: '/\\example.com' }],
    ['the same with a tab', { url: '/\t/example.com' }],
    ['a link to a script', { facts: [{ label: 'L', value: { href: 'data:x', text: 'x' }, kind: 'link' }] }],
    ['a document elsewhere', { documents: [{ title: 'D', href: 'http://example.com' }] }],
    ['a long title', { title: 'x'.repeat(LIMITS.nameLength + 1) }],
    ['a row with too few cells', { table: { columns: ['a', 'b'], rows: [['x']] } }],
    ['an amount that is no number', { amount: { amount: 'much', currency: 'EUR' } }],
  ])('%s is refused', async (_, presentation) => {
    const { engine } = await started({});
    expect(await codeOf(engine.executions.dispatch({ definitionId: 'bills', presentation }))).toBe(
      'INVALID_ARGUMENT',
    );
  });

  test('are shown as they are', async () => {
    const presentation: PresentationValues = {
      ...{ title: '{{execution.input.n}}', url: '/b/1', amount: money },
      facts: [
        { label: 'A', value: null },
        { label: 'B', value: { before: null, after: 'x' }, kind: 'diff' },
      ],
      table: { columns: ['a', 'b', 'c'], rows: [['x', 1, money]] },
      documents: [{ title: 'D', href: 'https://example.com/d', bytes: 5 }],
    };
    const { run } = await started({}, { presentation, triggerContext: { n: 4 } });
    const [missing, ...others] = presentation.facts ?? [];
    const expected = { ...presentation, facts: [{ ...missing, missing: true }, ...others] };
    expect((await run()).presentation).toEqual(expected);
  });

  test('may have 16 KiB', async () => {
    const { engine } = await started({});
    const of = (length: number) =>
      codeOf(
        engine.executions.dispatch({
          definitionId: 'bills',
          presentation: { facts: [{ label: 'L', value: 'x'.repeat(length) }] },
        }),
      );
    const frame = JSON.stringify({ facts: [{ label: 'L', value: '' }] }).length;
    expect(await of(LIMITS.presentationBytes - frame)).toBe(null);
    expect(await of(LIMITS.presentationBytes - frame + 1)).toBe('presentation-too-large');
  });
});
