import { afterEach, expect, test } from 'vitest';
import type { Definition } from '@org/approval-core';
import type { DefinitionGroup } from '@org/approval-core/definition';
import { type GateKit, act, approved, asks, gateKit, guarded, review } from '../test-support/gate.js';

let kit: GateKit;
afterEach(() => kit.stop());

const rejected = (from: string, to: string) => ({
  ...approved(from, to),
  when: approved(from, to).when.replace('approve', 'reject'),
});
const of = (nodes: Definition['nodes'], edges: Definition['edges']): Definition =>
  guarded('guarded', { nodes, edges });
const both = [approved('review', 'act')];
/** People look again after a rejection, three times; then the run goes on at `exhausted`. */
const looping = (exhausted: string, edges: Definition['edges'] = []): Definition => ({
  ...of(
    [act('draft'), review('review', ['legal'], { onReject: undefined }), act(), act('refuse')],
    [{ from: 'draft', to: 'review' }, ...both, ...edges],
  ),
  loops: [
    {
      loopId: 'again',
      entryNodeId: 'draft',
      bodyNodeIds: ['draft', 'review'],
      maxIterations: 3,
      onExhausted: { routeToNodeId: exhausted },
    },
  ],
});

const board = (
  onQuorumMet: NonNullable<DefinitionGroup['onQuorumMet']>,
  on: 'reject' | 'always' | undefined,
): Definition => ({
  ...of(
    [review('legal'), review('finance'), act(), act('refuse')],
    [{ from: { kind: 'group', groupId: 'board' }, to: 'act', ...(on !== undefined && { on }) }],
  ),
  groups: [
    { groupId: 'board', memberNodeIds: ['legal', 'finance'], expectedSteps: 2, quorum: 2, onQuorumMet },
  ],
});

test.each<[string, Definition, string[]]>([
  ['the smallest', guarded(), []],
  [
    'an edge without a condition is of success',
    of([review(), act(), act('refuse')], [{ from: 'review', to: 'act' }]),
    [],
  ],
  [
    'no such node',
    of([review(), act('other'), act('refuse')], [approved('review', 'other')]),
    ['grant-node-missing'],
  ],
  ['a root', of([review(), act(), act('refuse')], []), ['grant-node-unguarded']],
  [
    'by a rejection',
    of([review(), act(), act('refuse')], [rejected('review', 'act')]),
    ['grant-node-unguarded'],
  ],
  [
    'beside an approval by a rejection, by another way',
    of([review(), act(), act('refuse')], [...both, { from: 'refuse', to: 'act' }]),
    ['grant-node-unguarded'],
  ],
  ['by a loop that is exhausted, beside an approval', looping('act'), ['grant-node-unguarded']],
  [
    'by a loop that is exhausted, by another way',
    looping('refuse', [{ from: 'refuse', to: 'act' }]),
    ['grant-node-unguarded'],
  ],
  ['a loop that is exhausted leads elsewhere', looping('refuse'), []],
  ['in words', of([review(), act(), act('refuse')], [{ from: 'review', to: 'act', on: 'approve' }]), []],
  [
    'always',
    of([review(), act(), act('refuse')], [{ from: 'review', to: 'act', on: 'always' }]),
    ['grant-node-unguarded'],
  ],
  ...(['waitAll', 'cancelOnQuorum', 'joinOnQuorum'] as const).flatMap((policy) =>
    ([undefined, 'reject', 'always'] as const).map((on): [string, Definition, string[]] => [
      `by an edge of a ${policy} group, on ${on ?? 'its approval'}`,
      board(policy, on),
      on === undefined ? [] : ['grant-node-unguarded'],
    ]),
  ),
  [
    'what people approve may be any digest',
    of([review('review', ['legal'], { requireSubjectDigest: false }), act(), act('refuse')], both),
    ['not-digest-bound'],
  ],
  [
    'an approval outlives another digest',
    of([review('review', ['legal'], { onSubjectChange: 'keep' }), act(), act('refuse')], both),
    ['not-digest-bound'],
  ],
])('%s', async (_, definition, codes) => {
  kit = await gateKit(undefined, {}, [definition]);
  expect((await kit.gate.check()).map((it) => it.code)).toEqual(codes);
  const permit = await kit.ask({ tool: 'mail.send', args: {} });
  expect(permit).toMatchObject(
    codes.length === 0 ? { state: 'pending' } : { state: 'denied', code: 'policy-faulty' },
  );
});

test('a definition that is not there', async () => {
  kit = await gateKit({ rules: [asks('mail.send', { definitionId: 'nowhere' })] });
  expect((await kit.gate.check()).map((it) => it.code)).toEqual(['definition-missing']);
});
