import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePeople } from '../compile/people.js';
import type { JsonValue } from '../index.js';
import type { DefinitionReviewer } from '../definition.js';
import { compileDefinition } from '../index.js';
import { NO_ANSWERS } from '../interpreter/people/directory.js';
import { resolvePeople } from '../interpreter/people/resolve.js';
import { UserIdLists } from '../interpreter/people/user-ids.js';

function check(reviewers: readonly object[], more: object = {}) {
  return compileDefinition({
    definitionId: 'definition',
    name: 'Definition',
    nodes: [
      { nodeId: 'h', type: 'human', config: { reviewers, onReject: { routeToNodeId: 'r' }, ...more } },
      { nodeId: 'r', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  } as unknown as JsonValue);
}
const found = (reviewers: readonly object[], more: object = {}) => {
  const checked = check(reviewers, more);
  return checked.ok
    ? []
    : checked.issues.map((it) => `${it.code} ${it.path.replace('nodes[0].config.', '')}`);
};

const optional = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: false }));
const must = (userId: string, more: object = {}) => ({ userId, mandatory: true, ...more });
const UNREACHABLE = 'decision-rule-unreachable';

describe('the people of a node (contract section 17)', () => {
  test.each<[string, readonly object[], object, string[]]>([
    ['a pool that is mandatory', [{ pool: { users: ['a'] }, mandatory: true }], {}, []],
    ['a pool that is not', [{ pool: { users: ['a'] } }], {}, ['reviewers-none-mandatory reviewers']],
    [
      'no mandatory reviewer with a rule',
      optional('a'),
      { decisionRule: { kind: 'count', approvals: 1 } },
      [],
    ],
    ['a person twice', [must('a'), must('a', { weight: 2 })], {}, ['reviewers-not-unique reviewers']],
    ['a person and a pool', [must('a'), { pool: { users: ['a'] } }], {}, []],
    ['an order with gaps', [must('a', { order: 3 }), must('b', { order: 9 })], {}, []],
    [
      'an order without a mandatory entry',
      [...optional('a'), must('b', { order: 2 })],
      {},
      ['reviewers-bad-order reviewers'],
    ],
    [
      'too many approvals',
      optional('a', 'b'),
      { decisionRule: { kind: 'count', approvals: 3 } },
      [`${UNREACHABLE} decisionRule.approvals`],
    ],
    [
      'too much weight',
      optional('a', 'b'),
      { decisionRule: { kind: 'weight', approvals: 3 } },
      [`${UNREACHABLE} decisionRule.approvals`],
    ],
    [
      'too many different approvers',
      [must('a')],
      { minDistinctApprovers: 2 },
      [`${UNREACHABLE} minDistinctApprovers`],
    ],
    [
      'too few candidates',
      [{ pool: { users: ['a'] }, count: 2, mandatory: true }],
      {},
      [`${UNREACHABLE} reviewers[0].count`],
    ],
    [
      'whom a run names is unlimited',
      [{ pool: { var: 'execution.input.x' } }],
      { decisionRule: { kind: 'count', approvals: 500 } },
      [],
    ],
  ])('%s', (_, reviewers, more, issues) => {
    expect(found(reviewers, more)).toEqual(issues);
  });

  test.each<[string, object, object, string]>([
    ['neither a person nor a pool', { mandatory: true }, {}, 'reviewers[0].userId'],
    ['both', { userId: 'a', pool: { users: ['a'] }, mandatory: true }, {}, 'reviewers[0]'],
    ['a person who is not said to be mandatory', { userId: 'a' }, {}, 'reviewers[0].mandatory'],
    ['a person with a count', must('a', { count: 1 }), {}, 'reviewers[0].count'],
    ['a pool of two sources', { pool: { users: ['a'], var: 'output.x' } }, {}, 'reviewers[0].pool'],
    ['a path from elsewhere', { pool: { var: 'step.x' } }, {}, 'reviewers[0].pool.var'],
    ['abstaining without a rule', must('a'), { allowAbstain: true }, 'allowAbstain'],
    [
      'a choice of nothing',
      must('a'),
      { form: { fields: [{ name: 'x', type: 'choice' }] } },
      'form.fields[0].choices',
    ],
    [
      'choices of a number',
      must('a'),
      { form: { fields: [{ name: 'x', type: 'number', choices: ['1'] }] } },
      'form.fields[0].choices',
    ],
    [
      'a field that cannot be filled in',
      must('a'),
      { form: { fields: [{ name: '__proto__', type: 'number' }] } },
      'form.fields[0].name',
    ],
    [
      'a percentage above 100',
      must('a'),
      { decisionRule: { kind: 'percent', approvals: 101, of: 'cast' } },
      'decisionRule.approvals',
    ],
  ])('%s is refused', (_, reviewer, more, path) => {
    expect(found([reviewer], more)).toContain(`invalid-field ${path}`);
  });
});

const people = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 });
const entry: fc.Arbitrary<DefinitionReviewer> = fc
  .record({
    users: people,
    count: fc.integer({ min: 1, max: 4 }),
    mandatory: fc.boolean(),
    weight: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ users, ...more }) => ({ pool: { users }, ...more }));
const rules = fc.oneof(
  fc.record({ kind: fc.constant('count'), approvals: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant('weight'), approvals: fc.integer({ min: 1, max: 16 }) }),
  fc.record({
    kind: fc.constant('percent'),
    approvals: fc.integer({ min: 1, max: 100 }),
    of: fc.constant('cast'),
  }),
);

test('a rule is out of reach by the definition exactly when a run would find too few people', () => {
  const seen = { true: 0, false: 0 };
  const property = fc.property(
    fc.array(entry, { minLength: 1, maxLength: 3 }),
    rules,
    fc.integer({ min: 1, max: 5 }),
    (reviewers, decisionRule, minDistinctApprovers) => {
      const more = { decisionRule, minDistinctApprovers };
      const isReachable = !found(reviewers, more).some((it) => it.startsWith(UNREACHABLE));
      const compiled = compilePeople({ reviewers, ...more });
      const sources = {
        values: {},
        excluded: new Set<string>(),
        answers: NO_ANSWERS,
        userIdLists: new UserIdLists(),
      };
      expect(resolvePeople(compiled!, sources).kind === 'found').toBe(isReachable);
      seen[`${isReachable}`] += 1;
    },
  );
  fc.assert(property, { numRuns: 500 });
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(50);
});

test.each([
  [{ slaMs: 3_600 }, ['slaMs']],
  [{ slaMs: 86_400 }, ['slaMs']],
  [{ slaMs: 2_592_000 }, ['slaMs']],
  [{ slaMs: 59_999 }, ['slaMs']],
  [{ slaMs: 60_000 }, []],
  [{ slaMs: 90_000 }, []],
  [{ slaMs: 86_400_000 }, []],
  [{ sla: { workingMs: 28_800, calendar: 'office' } }, ['sla.workingMs']],
  [
    { slaMs: 86_400_000, config: { reminders: [{ afterMs: 3_600 }, { beforeDueMs: 7_200 }] } },
    ['config.reminders[0].afterMs', 'config.reminders[1].beforeDueMs'],
  ],
])('duration-too-short: seconds where milliseconds are meant, %j', (more, paths) => {
  const config = { reviewers: [must('a')], onReject: { routeToNodeId: 'r' } };
  const checked = compileDefinition({
    definitionId: 'definition',
    name: 'Definition',
    nodes: [
      { nodeId: 'h', type: 'human', ...more, config: { ...config, ...('config' in more && more.config) } },
      { nodeId: 'r', type: 'agent', slaMs: 5_000, config: { agentId: '__mock__', urlPath: 'url' } },
    ],
    edges: [],
  });
  const found = checked.warnings.filter((it) => it.code === 'duration-too-short');
  expect(found.map((it) => it.path.replace('nodes[0].', ''))).toEqual(paths);
});
