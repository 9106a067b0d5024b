/** Made-up data covers everything a definition asks for. */
import { expect, test } from 'vitest';
import { madeUpAnswer, madeUpCalendars, madeUpDirectory, madeUpSubject } from './made-up.js';

const asking = {
  nodes: [
    {
      nodeId: 'sign',
      type: 'human',
      sla: { workingMs: 3_600_000, calendar: 'office' },
      config: {
        reviewers: [{ pool: { group: 'finance' }, mandatory: true }, { pool: { role: 'boss' } }],
        reasonRequired: 'reject',
        reasonCodes: ['price', 'terms'],
        requireSubjectDigest: true,
        form: {
          fields: [
            { name: 'amount', type: 'number', required: true },
            { name: 'year', type: 'choice', choices: ['2027'], required: true },
            { name: 'note', type: 'string', required: true },
            { name: 'sure', type: 'boolean', required: true },
            { name: 'more', type: 'string' },
          ],
        },
      },
    },
    { nodeId: 'plain', type: 'human', config: { reviewers: [{ userId: 'ann', mandatory: true }] } },
  ],
};

test('calendars, groups, roles and a subject, where they are named', () => {
  expect(Object.keys(madeUpCalendars(asking))).toEqual(['office']);
  const { groups, roles } = madeUpDirectory(asking);
  expect([groups['finance']?.[0], roles['boss']?.length]).toEqual(['finance-1', 5]);
  expect(madeUpSubject(asking)?.digest).toMatch(/^sha256:0{64}$/);
  expect(madeUpSubject({ nodes: [asking.nodes[1]] })).toBeNull();
});

test('an answer has what its node asks for with that decision, and nothing else', () => {
  const values = { amount: 1, year: '2027', note: 'simulated', sure: true };
  expect(madeUpAnswer(asking, 'sign', 'approve')).toEqual({ values });
  expect(madeUpAnswer(asking, 'sign', 'reject')).toEqual({ reason: 'simulated', reasonCode: 'price' });
  expect(madeUpAnswer(asking, 'sign', 'abstain')).toEqual({ reasonCode: 'price' });
  expect(madeUpAnswer(asking, 'plain', 'approve')).toEqual({});
  expect(madeUpAnswer(asking, 'nobody', 'approve')).toEqual({});
});

test('an invalid definition asks for nothing', () => {
  for (const it of [null, 7, {}, { nodes: 7 }, { nodes: [null, { config: [] }] }]) {
    expect([madeUpCalendars(it), madeUpSubject(it)]).toEqual([{}, null]);
    expect(madeUpAnswer(it, 'a', 'approve')).toEqual({});
  }
});
