/**
 * Content that arrives late, behind an answer to a later request. From a shrunk history of three
 * people: a moderator was shown a word, then the older one again, and wrote over the newer one.
 */
import { expect, test } from 'vitest';
import { ConflictError } from '../errors.js';
import { createNetwork } from '../test-support/histories/network.js';
import { comment, thread } from '../test-support/records.js';

const turn = () => new Promise(setImmediate);

test('words that were shown are not replaced by an older answer, and not overwritten unseen', async () => {
  const { signIn, fates, late } = createNetwork();
  const [ada, mod, carol] = [
    await signIn('ada', true),
    await signIn('mod', true),
    await signIn('carol', true),
  ];
  await ada.addCommentAnnotation(thread('t1', [comment(1, 'ada')]));

  // The first look waits for the content of t1, and the second one waits with it.
  fates.reads.push('well', 'slow answer');
  const first = mod.getCommentAnnotations();
  while (late.length === 0) await turn();
  await carol.addCommentAnnotation(thread('t2', [{ ...comment(2, 'carol'), commentText: 'older' }]));
  const second = mod.getCommentAnnotations();
  for (let count = 0; count < 5; count += 1) await turn();
  await carol.updateComment('t2', 2, { commentText: 'newer' });

  // A write that has seen nothing is refused; its refusal shows the newer word.
  const blind = await mod.updateComment('t2', 2, { commentText: 'blind' }).catch((error: unknown) => error);
  expect(blind).toBeInstanceOf(ConflictError);
  const shown = () => mod.snapshot().find((it) => it.annotationId === 't2')?.comments[2]?.commentText;
  expect(shown()).toBe('newer');

  await late.shift()?.();
  await Promise.all([first, second]);
  expect(shown()).toBe('newer');
  await mod.updateComment('t2', 2, { commentText: 'decided' });
  await carol.getCommentAnnotations();
  expect(carol.snapshot().find((it) => it.annotationId === 't2')?.comments[2]?.commentText).toBe('decided');
});
