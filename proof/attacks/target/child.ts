/** The attacked process. It answers questions of its parent one after the other. */
import { type StoreName, createSubject } from './subject.js';

export type Question =
  | { readonly id: number; readonly ask: 'fresh'; readonly store: StoreName }
  | { readonly id: number; readonly ask: 'report' | 'stop' };

const subject = await createSubject();

async function answerTo(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'fresh':
      return subject.fresh(question.store);
    case 'report':
      return subject.report();
    case 'stop':
      return subject.stop();
  }
}

process.on('message', (message) => {
  const question = message as Question;
  answerTo(question).then(
    (value) => {
      process.send?.({ id: question.id, value: value ?? null });
      if (question.ask === 'stop') process.disconnect();
    },
    (error: unknown) => process.send?.({ id: question.id, error: String(error) }),
  );
});
// The parent is gone.
process.once('disconnect', () => process.exit());
process.send?.({ id: 0, value: subject.address });
