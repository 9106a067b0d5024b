/** Texts for the model: true for every reason and every end, and never an invented result. */
import { describe, expect, test } from 'vitest';
import type { Permit, Redeemable, Refused, Why } from '../types.js';
import {
  type Ran,
  answerOf,
  changeTold,
  faultIn,
  refusalTold,
  stillPending,
  textOf,
  whyNot,
} from './words.js';

const permit = (more: Partial<Permit> = {}): Permit => ({
  ...{ permitId: 'permit_1', ref: { framework: 'f', runId: 'r', callId: 'c', attempt: 1 } },
  ...{ call: { tool: 'pay', args: { amount: 5 }, target: null }, digest: 'd', revision: 1 },
  ...{ requester: { principal: 'bot', onBehalfOf: null }, reason: null, batchId: null },
  ...{ state: 'spent', code: null, executionId: null, policyVersion: 'v', grantedBy: [], refusals: 0 },
  ...{ createdAt: 1, grantedAt: null, endedAt: null, expiresAt: 9, history: [], outcome: null },
  ...more,
});
const refused = (why: Why, code: string | null = null, difference: string[] = []): Refused => ({
  ...{ ok: false, why, code, difference },
});
const outcome = (more: object) => ({ resultDigest: null, error: null, at: 1, ok: true, ...more });

describe('why a call was not executed', () => {
  test.each<[Refused, Partial<Permit>, string]>([
    [refused('pending'), {}, 'people have not answered yet. Do not assume that they will approve.'],
    [refused('denied'), {}, 'denied. Do not ask for it again unless you are instructed to.'],
    [refused('denied', 'rejected'), {}, 'denied: people rejected it.'],
    [refused('denied', 'denied-before'), {}, 'denied: people denied exactly this call a few minutes ago.'],
    [refused('denied', 'no-rule'), {}, 'denied: no rule allows this tool.'],
    [refused('denied', 'overridden'), {}, 'denied: overridden.'],
    [refused('expired'), { grantedAt: null }, 'it was not approved in time'],
    [refused('expired'), { grantedAt: 5 }, 'approved, but not carried out before the approval ran out'],
    [refused('revoked', 'revoked'), {}, 'the request was taken back: revoked.'],
    [refused('revoked', 'replaced'), {}, 'taken back: another call took its place.'],
    [refused('mismatch', null, ['/args/a', '/tool']), {}, 'they differ at /args/a, /tool'],
    [refused('unknown'), {}, 'this call has no permit'],
    [refused('wrong-requester'), {}, 'this call has no permit'],
    [refused('spent'), { outcome: 'unknown' }, 'started once before, and whether it finished is not known'],
    [refused('spent'), { outcome: null }, 'started once before, and whether it finished is not known'],
    [refused('spent'), { outcome: outcome({}) }, 'it was executed before, successfully.'],
    [refused('spent'), { outcome: outcome({ ok: false }) }, 'it was executed before, and failed.'],
    [refused('spent'), { outcome: outcome({ ok: false, error: 'no server' }) }, 'and failed: no server.'],
  ])('%o', (why, more, words) => {
    const text = whyNot(why, permit(more));
    expect(text).toContain(words);
    expect(text).toMatch(why.why === 'spent' ? /^Not executed again: / : /^Not executed: /);
  });

  test('of one that is pending is the same by its short name', () => {
    expect(stillPending(permit())).toBe(whyNot(refused('pending'), permit()));
  });
});

const ran = (more: object): Ran<unknown> => ({
  executed: true,
  permit: permit(),
  changed: false,
  ok: true,
  result: 'sent',
  ...more,
});
const CHANGED = expect.stringContaining('A person changed the arguments') as unknown as Redeemable['changed'];

describe('what is handed to a model', () => {
  test.each<[string, Ran<unknown>, unknown]>([
    ['the result as it is', ran({}), 'sent'],
    ['no result as it is', ran({ result: undefined }), undefined],
    [
      'a result beside what a person changed',
      ran({ changed: true }),
      {
        approval: { permitId: 'permit_1', executed: true, message: CHANGED, arguments: { amount: 5 } },
        result: 'sent',
      },
    ],
    [
      'what a changed call threw',
      ran({ changed: true, ok: false, error: new Error('no server') }),
      {
        approval: { permitId: 'permit_1', executed: true, message: CHANGED, arguments: { amount: 5 } },
        error: expect.stringContaining('no server') as unknown,
      },
    ],
    [
      'why nothing was executed',
      { executed: false, permit: permit(), refused: refused('denied'), message: 'Not executed: denied.' },
      { approval: { permitId: 'permit_1', executed: false, message: 'Not executed: denied.' } },
    ],
  ])('%s', (_, given, answer) => {
    expect(answerOf(given)).toEqual(answer);
  });

  test('what the tool threw is thrown on, as it is', () => {
    const error = new Error('no server');
    expect(() => answerOf(ran({ ok: false, error }))).toThrow(error);
  });

  test('an unchanged call needs no words, a refusal needs them', () => {
    const did = ran({});
    if (!did.executed) throw new Error('not executed');
    expect(changeTold(did)).toBeNull();
    const refusal = { executed: false, permit: permit(), refused: refused('spent'), message: 'm' } as const;
    expect(refusalTold(refusal)).toEqual({ permitId: 'permit_1', executed: false, message: 'm' });
  });
});

describe('what a tool says of its failure', () => {
  test.each<[string, unknown, string]>([
    ['a text', 'no server', 'no server'],
    ['parts', [{ text: 'no' }, { type: 'image' }, null, { text: 'server' }], 'no\nserver'],
    ['nothing', undefined, 'the tool said that it failed, and not why'],
    ['parts without text', [{ type: 'image' }, 7], 'the tool said that it failed, and not why'],
    ['an empty text', '', 'the tool said that it failed, and not why'],
    ['more than an outcome has', 'x'.repeat(2_001), 'x'.repeat(2_000)],
    ['what no store takes', 'a\0b\ud800', 'ab\ufffd'],
  ])('%s', (_, content, words) => {
    expect(faultIn(content)).toBe(words);
  });

  test.each<[unknown, string]>([
    [new Error('no server'), 'no server'],
    ['no server', 'no server'],
  ])('thrown: %o', (error, words) => {
    expect(textOf(error)).toContain(words);
  });
});
