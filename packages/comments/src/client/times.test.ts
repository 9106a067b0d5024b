/** Times of order are the service's: the clocks of pages are wrong. */
import { VirtualClock } from '@org/approval-testkit';
import { expect, test, vi } from 'vitest';
import { createNetwork } from '../test-support/histories/network.js';

const HOUR = 3_600_000;
const metadata = { documentId: 'contract' };

test('a clock that is an hour ahead puts neither a comment nor its notification in the wrong place', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  try {
    const { signIn, structure, content } = createNetwork();
    const ahead = new VirtualClock(Date.now() + HOUR);
    const ada = await signIn('ada', true, ahead);
    await ada.addCommentAnnotation({
      ...{ annotationId: 't1', metadata },
      comments: {
        1: { commentId: 1, commentText: 'question', to: [{ userId: 'bob' }], createdAt: ahead.now() },
      },
    });
    vi.setSystemTime(Date.now() + 60_000);
    const carol = await signIn('carol', true, new VirtualClock(Date.now() - HOUR));
    await carol.addComment('t1', {
      commentId: 2,
      commentText: 'answer',
      to: [{ userId: 'bob' }],
      createdAt: 7,
    });

    const bob = await signIn('bob', true);
    const { comments = {} } = bob.snapshot()[0] ?? {};
    expect(comments[1]?.storedAt).toBe(Date.now() - 60_000);
    expect(comments[2]?.storedAt).toBe(Date.now());
    expect((await bob.getNotifications()).map((it) => it.text)).toEqual(['answer', 'question']);
    // The time that the writer set stays as it is.
    expect([comments[1]?.createdAt, comments[2]?.createdAt]).toEqual([ahead.now(), 7]);

    // An edit changes no time, and no client writes it.
    await carol.updateComment('t1', 2, { commentText: 'better answer' });
    await bob.getCommentAnnotations();
    expect(bob.snapshot()[0]?.comments[2]?.storedAt).toBe(Date.now());
    await carol.addComment('t1', { commentId: 3, commentText: 'forged', storedAt: 1 });
    const stored = [
      await structure.find({ organizationId: 'acme' }),
      await content.find({ organizationId: 'acme' }),
    ];
    expect(JSON.stringify(stored)).not.toContain('storedAt');
  } finally {
    vi.useRealTimers();
  }
});
