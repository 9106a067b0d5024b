/** Creation, limits and validity of links (contract section 18). */
import { expect, test } from 'vitest';
import { human } from '@org/approval-testkit/simulation';
import { type PeopleRun, people, refused } from '../../test-support/people-run.js';

const any = (...userIds: string[]) => userIds.map((userId) => ({ userId, mandatory: false }));
const ONE = { decisionRule: { kind: 'count', approvals: 1 } };
const TWO = { decisionRule: { kind: 'count', approvals: 2 } };
const LIVE = 20;

const linkFor = (it: PeopleRun, reviewerId: string, more: object = {}) =>
  it.engine.links.create({ ...it.ids, reviewerId, baseUrl: 'https://approvals.example.com', ...more });
const tokenOf = ({ url }: { readonly url: string }) => url.split('/').at(-1) ?? '';
const look = (it: PeopleRun, link: { readonly url: string }) => it.engine.inbound.links.look(tokenOf(link));

/** `review` and `other`, which need different reviewers. */
function separated() {
  const other = human('other', any('ann', 'ben'), { ...TWO, onReject: { routeToNodeId: 'rework' } });
  const separation = { excludeDecidersOf: ['other'] };
  return people(any('ann', 'ben', 'cy'), { config: { ...ONE, separation }, nodes: [other] });
}

test('the link of a place that was lost is closed', async () => {
  const it = await separated();
  const [lost, kept] = [await linkFor(it, 'ann'), await linkFor(it, 'cy')];
  const { formToken } = await look(it, lost);
  await it.vote('ann', { stepId: 'step_other' });
  expect((await it.place('ann')).state).toBe('lost');
  expect(await refused(look(it, lost))).toBe('link-closed');
  const answer = { formToken, decision: 'approve' } as const;
  expect(await refused(it.engine.inbound.links.answer(tokenOf(lost), answer))).toBe('link-closed');
  expect((await look(it, kept)).reviewerId).toBe('cy');
});

test('an answer is on what the page showed, also where that was nothing', async () => {
  const subject = { digest: `sha256:${'a'.repeat(64)}` };
  const it = await people(any('ann', 'ben'), { config: { ...TWO, onSubjectChange: 'keep' } });
  const link = await linkFor(it, 'ann');
  const before = await look(it, link);
  expect(before.subject).toBe(null);
  const { executionId } = it.ids;
  await it.engine.executions.reviseSubject({ executionId, subject, ifDigest: null, actorId: 'author' });
  const answer = (formToken: string) =>
    it.engine.inbound.links.answer(tokenOf(link), { formToken, decision: 'approve' });
  await expect(answer(before.formToken)).rejects.toMatchObject({
    status: 'FAILED_PRECONDITION',
    details: { code: 'subject-changed', currentDigest: subject.digest },
  });
  expect((await it.view()).output).toMatchObject({ totalResponses: 0 });
  // A later view shows it, and the decision applies to it.
  const after = await look(it, link);
  expect(after.subject).toMatchObject(subject);
  expect((await answer(after.formToken)).recorded).toBe(true);
  expect((await it.place('ann')).answer).toMatchObject({ decision: 'approve' });
  expect((await it.view()).output?.['decisions']).toMatchObject([{ subjectDigest: subject.digest }]);
});

test('links of an earlier round count no more', async () => {
  const digest = (digit: string) => ({ digest: `sha256:${digit.repeat(64)}` });
  const it = await people(any('ann', 'ben'), { config: TWO, dispatch: { subject: digest('a') } });
  const made = [];
  for (let count = 0; count < LIVE; count++) made.push(await linkFor(it, 'ann'));
  expect(await refused(linkFor(it, 'ann'))).toBe('limit-reached');
  const { executionId } = it.ids;
  const revision = { subject: digest('b'), ifDigest: digest('a').digest, actorId: 'author' };
  await it.engine.executions.reviseSubject({ executionId, ...revision });
  expect(await refused(look(it, made[0]!))).toBe('link-closed');
  for (let count = 0; count < LIVE; count++) await linkFor(it, 'ann');
  expect(await refused(linkFor(it, 'ann'))).toBe('limit-reached');
});

test('a link that was one too many is not kept: another one that is revoked makes room', async () => {
  const it = await people(any('ann', 'ben'), { config: TWO });
  const made = [];
  for (let count = 0; count < LIVE; count++) made.push(await linkFor(it, 'ann'));
  expect(await refused(linkFor(it, 'ann'))).toBe('limit-reached');
  await it.engine.links.revoke({ linkId: made[0]!.linkId });
  await linkFor(it, 'ann');
  expect(await refused(linkFor(it, 'ann'))).toBe('limit-reached');
});

test('of those that are made at once as many are kept as there is room for', async () => {
  const it = await people(any('ann', 'ben'), { config: TWO });
  const made = async (count: number) => {
    const all = await Promise.allSettled(Array.from({ length: count }, () => linkFor(it, 'ann')));
    const lost = all.filter((one) => one.status === 'rejected');
    for (const { reason } of lost) expect(reason).toMatchObject({ details: { code: 'limit-reached' } });
    return count - lost.length;
  };
  expect(await made(LIVE - 1)).toBe(LIVE - 1);
  expect(await made(3)).toBe(1);
  expect(await made(2)).toBe(0);
  await Promise.all(Array.from({ length: LIVE }, () => linkFor(it, 'ben')));
});

test.each(['approve', 'reject', 'abstain'] as const)(
  'who has answered %s gets no link for any answer, nor for that one',
  async (decision) => {
    const it = await people(any('ann', 'ben', 'cy'), { config: { ...TWO, allowAbstain: true } });
    await it.vote('ann', { decision });
    expect(await refused(linkFor(it, 'ann'))).toBe('answered-already');
    expect(await refused(linkFor(it, 'ann', { decision }))).toBe('answered-already');
    // The other one is refused as the decision would be.
    const other = decision === 'approve' ? 'reject' : 'approve';
    expect(await refused(linkFor(it, 'ann', { decision: other }))).toBe('FAILED_PRECONDITION');
  },
);

test('an answer in process is parsed as any decision', async () => {
  const form = { fields: [{ name: 'note', type: 'string' }] };
  const it = await people(any('ann', 'ben'), { config: { ...TWO, form } });
  const link = await linkFor(it, 'ann');
  const { formToken } = await look(it, link);
  const answer = (more: object) =>
    it.engine.inbound.links.answer(tokenOf(link), { formToken, decision: 'approve', ...more });
  for (const more of [
    { reason: 'a\0b' },
    { reason: '\ud800' },
    { values: { note: '\0' } },
    { decision: 'maybe' },
  ])
    expect(await refused(answer(more))).toBe('INVALID_ARGUMENT');
  expect((await answer({ reason: 'fine' })).recorded).toBe(true);
});
