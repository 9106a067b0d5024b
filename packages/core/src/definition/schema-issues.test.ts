import { describe, expect, test } from 'vitest';
import { agent, human, rejectTo } from '../test-support/run.js';
import { definitionSchema } from './definition.js';
import { schemaIssues } from './schema-issues.js';

const REVIEW = human('review', 'ann', rejectTo('rework'));
const BASE = { definitionId: 'definition', name: 'Definition', nodes: [REVIEW, agent('rework')], edges: [] };

function issues(input: unknown) {
  const parsed = definitionSchema.safeParse(input);
  return parsed.success ? [] : [...schemaIssues(parsed.error, input)];
}
const reviewWith = (config: object) => ({
  ...BASE,
  nodes: [agent('a'), { ...REVIEW, config: { ...REVIEW.config, ...config } }],
});
const agentWith = (config: object) => ({ ...BASE, nodes: [agent('check', '__mock__', config)] });
const GROUP = { groupId: 'g', memberNodeIds: ['review'], expectedSteps: 1, quorum: 1 };
const LOOP = { loopId: 'l', entryNodeId: 'review', bodyNodeIds: ['review'] };

test('what is quoted of a long name is well-formed text', () => {
  const names = [98, 99, 100].map((letters) => `${'x'.repeat(letters)}\u{1F511}${'y'.repeat(20)}`);
  const found = issues({ ...BASE, ...Object.fromEntries(names.map((name) => [name, 1])) });
  expect(found.map((it) => it.path)).toEqual([
    `${'x'.repeat(98)}\u{1F511}…`,
    `${'x'.repeat(99)}…`,
    `${'x'.repeat(100)}…`,
  ]);
  for (const { message, path } of found)
    expect([message.isWellFormed(), path.isWellFormed()]).toEqual([true, true]);
});

describe('where a fault of shape is, and what it is about', () => {
  test.each<[string, unknown, string, string]>([
    ['no object at all', null, 'invalid-field', ''],
    ['a list', [], 'invalid-field', ''],
    ['a missing field', { ...BASE, name: undefined }, 'invalid-field', 'name'],
    ['an unknown field', { ...BASE, colour: 'red' }, 'unknown-field', 'colour'],
    ['an id of the wrong shape', { ...BASE, definitionId: 'No' }, 'invalid-field', 'definitionId'],
    ['no nodes', { ...BASE, nodes: [] }, 'invalid-field', 'nodes'],
    ['nodes that are not a list', { ...BASE, nodes: {} }, 'invalid-field', 'nodes'],
    [
      'a scope without its organization',
      { ...BASE, scope: { level: 'organization' } },
      'invalid-field',
      'scope.organizationId',
    ],
    ['an unknown level', { ...BASE, scope: { level: 'planet' } }, 'invalid-field', 'scope.level'],
    [
      'a scope that says too much',
      { ...BASE, scope: { level: 'apiKey', documentId: 'd' } },
      'unknown-field',
      'scope.documentId',
    ],
    [
      'an unknown type of node',
      { ...BASE, nodes: [{ nodeId: 'a', type: 'robot' }] },
      'invalid-field',
      'nodes[0].type',
    ],
    [
      'a node without a type',
      { ...BASE, nodes: [REVIEW, { nodeId: 'a' }] },
      'invalid-field',
      'nodes[1].type',
    ],
    ['a reserved id', { ...BASE, nodes: [agent('auto_x')] }, 'reserved-id', 'nodes[0].nodeId'],
    [
      'a reserved id of a group',
      { ...BASE, groups: [{ ...GROUP, groupId: 'a__to__b' }] },
      'reserved-id',
      'groups[0].groupId',
    ],
    [
      'a reserved id of a loop',
      { ...BASE, loops: [{ ...LOOP, loopId: 'x_exhausted' }] },
      'reserved-id',
      'loops[0].loopId',
    ],
    [
      'a reserved id of a trigger',
      { ...BASE, triggers: [{ triggerId: 'x_iter_2', inboundWebhook: { authMode: 'hmac' } }] },
      'reserved-id',
      'triggers[0].triggerId',
    ],
    [
      'a fault deep in a node',
      reviewWith({ reviewers: [{ userId: 'ann', mandatory: 1 }] }),
      'invalid-field',
      'nodes[1].config.reviewers[0].mandatory',
    ],
    [
      'an unknown field deep in a node',
      reviewWith({ reviewers: [{ userId: 'ann', mandatory: true, name: 'A' }] }),
      'unknown-field',
      'nodes[1].config.reviewers[0].name',
    ],
    [
      'both kinds of onReject',
      reviewWith({ onReject: { routeToNodeId: 'a', loopBack: { toNodeId: 'a' } } }),
      'invalid-field',
      'nodes[1].config.onReject',
    ],
    ['neither kind of onReject', reviewWith({ onReject: {} }), 'invalid-field', 'nodes[1].config.onReject'],
    [
      'a field of another type of node',
      { ...BASE, nodes: [agent('a', '__mock__', { reviewers: [] })] },
      'unknown-field',
      'nodes[0].config.reviewers',
    ],
    [
      'a policy of another kind',
      agentWith({ resolutionPolicy: { kind: 'some' } }),
      'invalid-field',
      'nodes[0].config.resolutionPolicy.kind',
    ],
    [
      'a when that is a tree and no text',
      { ...BASE, edges: [{ from: 'a', to: 'b', when: { op: 'not', args: [true] } }] },
      'invalid-field',
      'edges[0].when',
    ],
    [
      'a fault of an edge',
      { ...BASE, edges: [{ from: 'a', to: 'b' }, { from: 'a' }] },
      'invalid-field',
      'edges[1].to',
    ],
    [
      'a member named twice',
      { ...BASE, groups: [{ ...GROUP, memberNodeIds: ['a', 'a'] }] },
      'invalid-field',
      'groups[0].memberNodeIds',
    ],
    ['half a step', { ...BASE, groups: [{ ...GROUP, quorum: 1.5 }] }, 'invalid-field', 'groups[0].quorum'],
    [
      'a body without nodes',
      { ...BASE, loops: [{ ...LOOP, bodyNodeIds: [] }] },
      'invalid-field',
      'loops[0].bodyNodeIds',
    ],
    [
      'a path that starts nowhere',
      agentWith({ inputMapping: { title: 'step.title' } }),
      'invalid-field',
      'nodes[0].config.inputMapping.title',
    ],
    ['custom that is not an object', { ...BASE, custom: [1] }, 'invalid-field', 'custom'],
  ])('%s', (_, input, code, path) => {
    expect(issues(input).map((it) => [it.code, it.path])).toEqual([[code, path]]);
  });

  test('all of them at once, in the order of the definition', () => {
    const input = {
      ...BASE,
      name: 1,
      nodes: [{ ...REVIEW, colour: 'red' }, agent('auto_x')],
      edges: [{}],
      size: 3,
    };
    expect(
      issues(input)
        .map((it) => `${it.code} ${it.path}`)
        .sort(),
    ).toEqual([
      'invalid-field edges[0].from',
      'invalid-field edges[0].to',
      'invalid-field name',
      'reserved-id nodes[1].nodeId',
      'unknown-field nodes[0].colour',
      'unknown-field size',
    ]);
  });

  test('an issue inside a node names the node, if it has a name', () => {
    const nodes = [{ ...REVIEW, colour: 'red' }, { type: 'agent' }, { nodeId: 7, type: 'agent' }, 'text'];
    expect(issues({ ...BASE, nodes }).map(({ path, nodeId }) => [path, nodeId])).toEqual([
      ['nodes[0].colour', 'review'],
      ['nodes[1].nodeId', undefined],
      ['nodes[2].nodeId', undefined],
      ['nodes[3]', undefined],
    ]);
    expect(issues({ ...BASE, colour: 'red' })[0]).not.toHaveProperty('nodeId');
  });
});

describe('what the message says', () => {
  test.each<[string, unknown, RegExp]>([
    ['a missing field', { ...BASE, name: undefined }, /^is missing; give a string$/],
    [
      'an unknown field',
      { ...BASE, colour: 'red' },
      /^unknown field "colour"; check its spelling or remove it$/,
    ],
    [
      'an unknown type',
      { ...BASE, nodes: [{ nodeId: 'a', type: 'x' }] },
      /^does not fit; give one of "human", "agent", "webhook", "end", "wait", "subflow", "notification"$/,
    ],
    [
      'a reserved id',
      { ...BASE, nodes: [agent('auto_x')] },
      /^"auto_x" may not start with "auto_".*rename it$/,
    ],
    [
      'a tree in place of its text',
      { ...BASE, edges: [{ from: 'a', to: 'b', when: {} }] },
      /as a JSON string; JSON.stringify makes one/,
    ],
    ['a definitionId', { ...BASE, definitionId: 'No' }, /use 3 to 64 characters of a-z 0-9 -/],
  ])('%s', (_, input, message) => {
    expect(issues(input)[0]?.message).toMatch(message);
  });

  test.each<[string, unknown, RegExp]>([
    ['a text that is too short', { ...BASE, name: '' }, /give|use/],
    ['a number that is too large', { ...BASE, nodes: [{ ...REVIEW, slaMs: 1e12 }] }, /give|use/],
    ['a value of the wrong type', { ...BASE, name: 7 }, /give a string/],
    ['a missing list', { ...BASE, nodes: undefined }, /give a list/],
  ])('%s', (_, input, message) => {
    expect(issues(input)[0]?.message).toMatch(message);
  });
});
