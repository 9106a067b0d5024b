/** Messages of notification nodes: recipients, bodies, and what is never given to a channel. */
import { describe, expect, test } from 'vitest';
import { notice, notifying } from '../../test-support/notifying.js';
import { agent, edge, human, rejectTo } from '../../test-support/run.js';

const REVIEW = [human('review', ['ann', 'bob'], rejectTo('no')), agent('no')];

describe('the message', () => {
  test('has its recipients once each, people by user id, in the order written', async () => {
    const it = notifying(() => ({ reference: 'ref-1' }));
    const to = [
      { reviewersOf: 'review' },
      { decidersOf: 'review' },
      { userId: '{{execution.input.who}}' },
      { userId: '{{execution.input.other}}' },
      { initiator: true },
      { contributors: true },
      { address: '{{execution.input.mail}}' },
      { address: 'a@example.com' },
      { address: '{{execution.input.nowhere}}' },
    ];
    await it.start(
      [
        ...REVIEW,
        notice({ to, subject: 'On {{execution.input.who}}', data: { n: '{{execution.input.n}}' } }),
      ],
      [edge('review', 'tell')],
      {
        triggerContext: { who: 'ann', other: 'zoe', mail: 'a@example.com', n: 3 },
        initiatorId: 'ida',
        contributorIds: ['cy', 'ida'],
      },
    );
    await it.decide('ann');
    await it.decide('bob');
    const step = await it.stepOf();
    expect(it.messages).toEqual([
      {
        workspaceId: 'default',
        executionId: it.id(),
        definitionId: 'flow',
        stepId: step?.stepId,
        nodeId: 'tell',
        attempt: 1,
        idempotencyKey: `${it.id()}:${step?.stepId}`,
        channel: 'mail',
        to: [
          { userId: 'ann', reason: 'reviewer' },
          { userId: 'bob', reason: 'reviewer' },
          { userId: 'zoe', reason: 'named' },
          { userId: 'ida', reason: 'initiator' },
          { userId: 'cy', reason: 'contributor' },
          { address: 'a@example.com' },
        ],
        subject: 'On ann',
        body: { text: 'x' },
        data: { n: 3 },
      },
    ]);
    expect(step?.output).toEqual({
      ...{ channel: 'mail', recipients: 6, refused: 0, reference: 'ref-1', delivered: true, attempts: 1 },
    });
  });

  test('goes to those who hold a place and those who decided, of the newest step', async () => {
    const it = notifying();
    const review = human('review', ['ann', 'bob'], { ...rejectTo('no'), allow: ['delegate'] });
    const to = [{ reviewersOf: 'review' }];
    await it.start(
      [
        review,
        agent('no'),
        notice({ to: [{ decidersOf: 'review' }] }),
        { ...notice({ to }), nodeId: 'rest' },
      ],
      [edge('review', 'tell'), edge('review', 'rest')],
    );
    await it.engine.steps.delegate({
      executionId: it.id(),
      stepId: 'step_review',
      reviewerId: 'bob',
      toUserId: 'dan',
    });
    await it.decide('ann');
    await it.decide('dan');
    expect(it.messages.map((one) => one.to)).toEqual([
      [
        { userId: 'ann', reason: 'decider' },
        { userId: 'dan', reason: 'decider' },
      ],
      [
        { userId: 'ann', reason: 'reviewer' },
        { userId: 'dan', reason: 'reviewer' },
      ],
    ]);
  });

  test('has user ids in their one form', async () => {
    const it = notifying(undefined, { normalizeUserId: (userId) => userId.toLowerCase() });
    await it.start([notice({ to: [{ userId: '{{execution.input.who}}' }, { initiator: true }] })], [], {
      triggerContext: { who: 'Ann' },
      initiatorId: 'ANN',
    });
    expect(it.messages[0]?.to).toEqual([{ userId: 'ann', reason: 'named' }]);
  });

  test.each([
    ['initiator and contributors of a run without any', [{ initiator: true }, { contributors: true }]],
    ['a value that is missing', [{ userId: '{{execution.input.none}}' }, { address: ' {{input.none}} ' }]],
    ['a step that does not exist yet', [{ reviewersOf: 'late' }, { decidersOf: 'late' }]],
    ['an empty list', []],
  ])('is not made for nobody: %s', async (_, to) => {
    const it = notifying();
    const later = human('late', 'ann', rejectTo('no'));
    await it.start([notice({ to }), later, agent('no')], [edge('tell', 'late')]);
    expect(it.messages).toEqual([]);
    expect(await it.stepOf()).toMatchObject({
      status: 'skipped',
      output: { skipped: true, reason: 'the message has no recipients' },
    });
    expect((await it.stepOf('late'))?.status).toBe('waiting');
  });

  test('goes to the channel without recipients if the node names none', async () => {
    const it = notifying();
    await it.start([notice()]);
    expect(it.messages).toMatchObject([{ to: [], subject: null, data: null }]);
    expect(await it.stepOf()).toMatchObject({
      status: 'completed',
      output: { recipients: 0, delivered: true },
    });
  });

  const BAD = `<!channel> & "'`;
  test.each<[string, object, object]>([
    ['text, as it is', { text: 'a {{execution.input.bad}}' }, { text: `a ${BAD}` }],
    [
      'HTML, escaped',
      { html: '<p title="{{execution.input.bad}}">&' },
      { html: '<p title="&lt;!channel&gt; &amp; &quot;&#39;">&' },
    ],
    [
      'Slack, escaped, also within a value put in whole',
      { slack: [{ text: '<b> {{execution.input.bad}}' }, '{{execution.input}}'] },
      {
        slack: [
          { text: `<b> &lt;!channel&gt; &amp; "'` },
          { bad: `&lt;!channel&gt; &amp; "'`, n: 1, '&lt;k&gt;': true },
        ],
      },
    ],
    [
      'JSON, as it is',
      { json: { t: '{{execution.input.bad}}', n: '{{execution.input.n}}' } },
      { json: { t: BAD, n: 1 } },
    ],
  ])('has a body in %s', async (_, body, rendered) => {
    const it = notifying();
    await it.start([notice({ body })], [], { triggerContext: { bad: BAD, n: 1, '<k>': true } });
    expect(it.messages[0]?.body).toEqual(rendered);
  });

  test.each<[string, object, object, string]>([
    [
      'a line break in the subject',
      { subject: 'a {{execution.input.v}}' },
      { v: 'x\r\nBcc: y' },
      'notification-failed',
    ],
    [
      'a line separator in the subject',
      { subject: '{{execution.input.v}}b' },
      { v: 'a\u2028' },
      'notification-failed',
    ],
    ['a long subject', { subject: '{{execution.input.v}}' }, { v: 'x'.repeat(2_001) }, 'notification-failed'],
    [
      'a line break in an address',
      { to: [{ address: '{{execution.input.v}}b' }] },
      { v: 'a@b\n' },
      'notification-failed',
    ],
    [
      'a long address',
      { to: [{ address: '{{execution.input.v}}' }] },
      { v: 'x'.repeat(321) },
      'notification-failed',
    ],
    [
      'a long user id',
      { to: [{ userId: '{{execution.input.v}}' }] },
      { v: 'x'.repeat(257) },
      'notification-failed',
    ],
    [
      'too much text',
      { body: { text: '{{execution.input.v}}{{execution.input.v}}' } },
      { v: 'x'.repeat(150_000) },
      'template-too-large',
    ],
  ])('is not given to the channel with %s', async (_, config, triggerContext, code) => {
    const it = notifying();
    await it.start([notice(config)], [], { triggerContext });
    expect(await it.stepOf()).toMatchObject({ status: 'failed', attempt: 1, error: { code } });
    expect(it.messages).toEqual([]);
    expect((await it.get()).status).toBe('failed');
  });
});
