/** `explain` and `simulate` on the rules of people (contract section 17). */
import { describe, expect, test } from 'vitest';
import type { Definition } from '../../index.js';
import { explain, simulate } from '../../interpreter.js';
import { people } from '../../test-support/people-run.js';

const must = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: true }));
const data = {
  groups: { board: ['b1', 'b2'], nobody: [], huge: Array.from({ length: 501 }, (_, index) => `h${index}`) },
  managers: { e1: 'm1', m1: 'm2', m2: 'm3', m3: 'm1' },
  attributes: { m1: { limit: 100 }, m2: { limit: 5_000 }, m3: { limit: '9999' } },
};

describe('why it waits', () => {
  const definition = {
    definitionId: 'explained',
    name: 'Explained',
    nodes: [
      {
        nodeId: 'review',
        type: 'human' as const,
        config: {
          reviewers: [...must('a'), { pool: { group: 'board' }, count: 2, mandatory: true }],
          onReject: { routeToNodeId: 'rework' },
        },
      },
      { nodeId: 'rework', type: 'agent' as const, config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  };

  test('simulate runs a definition without an engine, and says what each answer would do', () => {
    const run = simulate(definition, {
      ...{ input: { url: 'x' }, now: 0, directory: data },
      answers: [
        { nodeId: 'review', reviewerId: 'b1', decision: 'approve' },
        { nodeId: 'review', reviewerId: 'stranger', decision: 'approve' },
      ],
    });
    expect(run.refused.map((it) => [it.index, it.refusal.status])).toEqual([[1, 'PERMISSION_DENIED']]);
    const [step] = run.explanation.steps;
    expect(step).toMatchObject({
      waitsFor: 'people',
      missing: [
        { code: 'entry', entry: 0, have: 0, need: 1 },
        { code: 'entry', entry: 1, have: 1, need: 2 },
      ],
    });
    const next = step && 'next' in step ? step.next : [];
    expect(next.map((it) => `${it.userId} ${it.decision} ${it.then.executionStatus}`)).toEqual([
      'a approve running',
      'a reject running',
      'b2 approve running',
      'b2 reject running',
    ]);
    expect(next[1]?.then).toMatchObject({ decision: 'reject', starts: ['rework'] });
  });

  test('simulate computes what is due in working time, by calendars that it is given', () => {
    const [review, rework] = definition.nodes;
    const timed = {
      ...definition,
      nodes: [{ ...review!, sla: { workingMs: 2 * 3_600_000, calendar: 'office' } }, rework!],
      edges: [
        { from: 'review', to: 'rework', when: '{"op":"eq","args":[{"var":"step.status"},"breached"]}' },
      ],
    } as unknown as Definition;
    const office = {
      timeZone: 'Europe/Berlin',
      week: { fri: [['16:00', '17:00']], mon: [['09:00', '17:00']] },
    };
    const options = { input: { url: 'x' }, directory: data, now: Date.UTC(2026, 0, 2, 12) };
    const due = (calendars: object) => {
      const { state } = simulate(timed, { ...options, calendars: calendars as never });
      return [state.steps[0]?.dueAt, state.steps[0]?.error?.code ?? null];
    };
    // One working hour on Friday and one on Monday: due on Monday at 10:00 in Berlin.
    expect(due({ office: { ...office, holidays: [] } })).toEqual([Date.UTC(2026, 0, 5, 9), null]);
    expect(due({ office: { ...office, holidays: ['2026-01-05'] } })).toEqual([
      Date.UTC(2026, 0, 9, 16),
      null,
    ]);
    expect(() => due({})).toThrow('needs the calendar "office"');
    expect(() => due({ office: { ...office, timeZone: 'Mars/Base' } })).toThrow('calendars.office.timeZone');
  });

  test('a step that comes too late for its group does not start, and is none of those that are cancelled', () => {
    const human = (nodeId: string, userId: string) => ({
      ...{ nodeId, type: 'human' as const },
      config: { reviewers: must(userId), onReject: { routeToNodeId: 'rework' } },
    });
    const late = {
      ...{ definitionId: 'late', name: 'Late' },
      nodes: [human('early', 'a'), human('first', 'b'), human('late', 'c'), definition.nodes[1]!],
      edges: [
        { from: 'early', to: 'rework' },
        { from: 'first', to: 'late' },
        { from: 'late', to: 'rework' },
      ],
      groups: [
        {
          ...{ groupId: 'one', memberNodeIds: ['early', 'late'], expectedSteps: 2, quorum: 1 },
          onQuorumMet: 'joinOnQuorum' as const,
        },
      ],
    } as unknown as Definition;
    const answers = [{ nodeId: 'early', reviewerId: 'a', decision: 'approve' as const }];
    const { explanation } = simulate(late, { input: { url: 'x' }, now: 0, answers });
    const first = explanation.steps.find((it) => it.nodeId === 'first');
    const then = first && 'next' in first ? first.next.map((it) => it.then) : [];
    expect(then[0]).toMatchObject({ stepStatus: 'completed', executionStatus: 'completed' });
    expect(then.map((it) => [it.starts, it.cancels])).toEqual([
      [[], []],
      [['rework'], []],
    ]);
  });

  test('what ended a step', async () => {
    const it = await people(must('a', 'b'));
    await it.vote('a', { decision: 'reject' });
    const { steps } = await it.engine.executions.explain({ executionId: it.ids.executionId });
    expect(steps.map((step) => step.endedBy)).toEqual(['rejection', 'agent']);
    expect(explain).toBeTypeOf('function');
  });
});
