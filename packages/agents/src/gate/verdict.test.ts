/** Verdicts of ended runs: the first failing check names the code. */
import type { ExecutionView } from '@org/approval-core';
import { expect, test } from 'vitest';
import type { StoredPermit } from '../store/permit-store.js';
import { verdictOf } from './verdict.js';

const permit = {
  digest: 'd',
  requester: { principal: 'bot', onBehalfOf: null },
  history: [
    { at: 1, type: 'requested', actorId: 'bot', digest: 'd' },
    { at: 2, type: 'amended', actorId: 'legal', digest: 'd' },
  ],
  ask: { definitionId: 'flow', grantNodeId: 'act', overrides: false, grantMs: 1 },
} as unknown as StoredPermit;

const answer = (more: object = {}) => ({
  ...{ reviewerId: 'legal', decision: 'approve', subjectDigest: 'd', recordedAt: 1 },
  ...more,
});
const human = (decisions: readonly object[] = [answer()], more: object = {}) => ({
  ...{
    stepId: 's1',
    nodeId: 'review',
    nodeType: 'human',
    iteration: 1,
    status: 'completed',
    overridden: false,
  },
  output: { decision: 'approve', decisions },
  ...more,
});
const act = {
  stepId: 's2',
  nodeId: 'act',
  nodeType: 'agent',
  iteration: 1,
  status: 'completed',
  overridden: false,
};
const own = answer({ reviewerId: 'bot' });
const stale = answer({ subjectDigest: 'other' });

const run = (steps: readonly object[], more: object = {}): ExecutionView =>
  ({
    ...{ definitionId: 'flow', status: 'completed', completedAt: 9, subject: { digest: 'd' }, steps },
    contributorIds: ['bot', 'legal'],
    ...more,
  }) as unknown as ExecutionView;

const none = { overriders: new Map<string, string>(), isRewound: false };
const by = (actorId: string) => ({ ...none, overriders: new Map([['s1', actorId]]) });
const forcedOwn = human([own, stale], { overridden: true });

test.each<[string, ExecutionView]>([
  ['run-gone', run([forcedOwn], { definitionId: 'another', status: 'failed' })],
  ['run-failed', run([forcedOwn], { status: 'failed' })],
  ['run-cancelled', run([forcedOwn, act], { status: 'cancelled' })],
  ['rejected', run([forcedOwn])],
  ['rejected', run([forcedOwn, { ...act, status: 'skipped' }])],
  ['rejected', run([forcedOwn, act], { outcome: 'rejected' })],
  ['rejected', run([human(), act], { outcome: 'rejected' })],
  ['rejected', run([human(), act], { outcome: 'held' })],
  ['overridden', run([forcedOwn, act])],
  ['stale-approval', run([human([own, stale]), act])],
  ['stale-approval', run([human([own]), act], { subject: { digest: 'other' } })],
  ['stale-approval', run([act])],
  ['stale-approval', run([human([answer(), own]), act], { contributorIds: ['bot', 'ciso'] })],
  ['self-approved', run([human([answer(), own]), act])],
  ['self-approved', run([human([answer({ onBehalfOf: 'bot' })]), act])],
])('%s', (code, ended) => {
  expect(verdictOf(permit, ended, none)).toEqual({ kind: 'denied', at: 9, code });
});

test('overrides that count: by force approved, never by force completed, and never by the program', () => {
  const trusting = { ...permit, ask: { ...permit.ask, overrides: true } } as StoredPermit;
  const forced = human([], { overridden: true });
  const granted = verdictOf(trusting, run([forced, act]), by('ops'));
  expect(granted).toMatchObject({ kind: 'granted', by: [{ kind: 'override', actorId: 'ops' }] });
  expect(verdictOf(trusting, run([forced, act]), by('bot'))).toMatchObject({
    code: 'self-approved',
  });
  const completed = human([], { overridden: true, output: null });
  expect(verdictOf(trusting, run([completed, act]), none)).toMatchObject({ code: 'overridden' });
});

test('of a node that came to a step again only the last iteration counts', () => {
  const ended = run([human([stale]), human([answer()], { stepId: 's3', iteration: 2 }), act]);
  expect(verdictOf(permit, ended, none)).toMatchObject({
    ...{ kind: 'granted', at: 9, by: [{ kind: 'person', userId: 'legal', stepId: 's3' }] },
  });
});

test.each([['approved'], [null], [undefined]])('an outcome of %s grants', (outcome) => {
  expect(verdictOf(permit, run([human(), act], { outcome }), none)).toMatchObject({ kind: 'granted' });
});
