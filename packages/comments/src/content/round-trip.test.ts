/** Strip, then merge, gives back the record; and what the service gets has none of the content. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CommentAnnotation, PartialCommentAnnotation, StructuralAnnotation } from '../record.js';
import {
  CANARY,
  CUSTOM_NAMES,
  anyFieldList,
  anyThread,
  comment,
  thread,
  user,
} from '../test-support/records.js';
import { customFieldsOf } from './custom-fields.js';
import { merge, mergeAgain } from './merge.js';
import { contentIn, strip } from './strip.js';

const overTheWire = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const none = customFieldsOf({ additionalFields: ['color', 'size'] });

test('strip then merge gives back the record, for any record and any lists, over JSON', () => {
  fc.assert(
    fc.property(anyThread, anyFieldList, anyFieldList, (record, additionalFields, fieldsToRemove) => {
      const custom = customFieldsOf({ additionalFields, fieldsToRemove });
      const { structural, content } = overTheWire(strip(record, custom));
      expect(merge(structural, content, custom)).toEqual(overTheWire(record));
    }),
    { numRuns: 1_000 },
  );
});

test('the structural record of any thread has no content and no moved field', () => {
  fc.assert(
    fc.property(anyThread, anyFieldList, (record, fieldsToRemove) => {
      const { structural } = strip(record, customFieldsOf({ fieldsToRemove }));
      expect(contentIn(structural, CUSTOM_NAMES)).toEqual([]);
      const records = [structural, ...Object.values(structural.comments)];
      expect(records.some((it) => fieldsToRemove.some((name) => Object.hasOwn(it, name)))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

const full = thread('t1', [comment(1), comment(2, 'bob')], {
  from: user('ada'),
  assignedTo: user('bob'),
  size: 0,
  color: 'red',
  status: 'open',
  mood: CANARY,
});

describe('strip', () => {
  test('gives the service identifiers, structure and custom fields, and nothing else', () => {
    const { structural } = strip(full, none);
    expect(JSON.stringify(structural)).not.toContain('canary');
    expect(structural).toEqual({
      annotationId: 't1',
      metadata: { organizationId: 'acme', documentId: 'contract' },
      from: { userId: 'ada' },
      assignedTo: { userId: 'bob' },
      size: 0,
      color: 'red',
      status: 'open',
      isCommentResolverUsed: true,
      isCommentTextAvailable: true,
      comments: {
        1: {
          commentId: 1,
          from: { userId: 'ada' },
          to: [{ userId: 'bob' }],
          taggedUserContacts: [{ userId: 'bob', contact: { userId: 'bob' } }],
          attachments: { 71: { attachmentId: 71 } },
          isCommentResolverUsed: true,
          isCommentTextAvailable: true,
        },
        2: expect.objectContaining({ commentId: 2, from: { userId: 'bob' } }) as unknown,
      },
    });
  });

  test('copies additionalFields, moves fieldsToRemove, and moves what is in both', () => {
    const custom = { additionalFields: ['color', 'size'], fieldsToRemove: ['size'] };
    const { structural, content } = strip(full, custom);
    expect([structural.color, content.color]).toEqual(['red', 'red']);
    expect(structural).not.toHaveProperty('size');
    expect(content.size).toBe(0);
    expect(content).not.toHaveProperty('status');
  });

  test('says that there is text only when there is', () => {
    const { structural } = strip(thread('t', [{ commentId: 1, commentText: '', attachments: {} }]), none);
    expect(structural.isCommentTextAvailable).toBe(false);
    expect(structural.comments[1]?.isCommentTextAvailable).toBe(false);
  });

  test.each([
    ['a user without a userId', { from: { name: CANARY } }],
    ['a user that is a text', { from: CANARY }],
    ['tagged people without ids', { taggedUserContacts: [{ text: CANARY, contact: CANARY }] }],
    ['attachments under their names', { attachments: { [CANARY]: { attachmentId: 1, name: CANARY } } }],
    ['attachments without ids', { attachments: { [CANARY]: { attachmentId: CANARY }, x: CANARY } }],
    ['a list that is none', { to: CANARY }],
  ])('keeps %s from the service, and gives it back', (_what, fields) => {
    const record = thread('t', [{ commentId: 1, ...fields } as never], fields as never);
    const { structural, content } = strip(record, none);
    expect(JSON.stringify(structural)).not.toContain('canary');
    expect(merge(structural, content, none)).toEqual(record);
  });
});

describe('merge', () => {
  const { structural, content } = strip(full, none);

  test('without content shows the thread with isCommentTextAvailable: false', () => {
    const shown = merge(structural, null, none);
    expect(shown.isCommentTextAvailable).toBe(false);
    expect(shown.comments[1]).toEqual({
      ...structural.comments[1],
      isCommentTextAvailable: false,
      isCommentResolverUsed: undefined,
    });
  });

  test('the service says which comments there are', () => {
    const { 2: gone, ...comments } = structural.comments;
    expect(gone?.commentId).toBe(2);
    const shown = merge({ ...structural, comments }, content, none);
    expect(Object.keys(shown.comments)).toEqual(['1']);
  });

  test('a comment that the customer does not have is shown without content, the others with it', () => {
    const { 2: _gone, ...comments } = content.comments;
    const shown = merge(structural, { ...content, comments }, none);
    expect(shown.isCommentTextAvailable).toBe(false);
    expect(shown.comments[1]).toEqual(full.comments[1]);
    expect(shown.comments[2]).toMatchObject({ commentId: 2, isCommentTextAvailable: false });
  });

  test('takes nothing from the customer that is the service’s to say', () => {
    const forged = {
      ...content,
      status: 'resolved',
      annotationId: 'x',
      color: 'blue',
      comments: content.comments,
    };
    expect(merge(structural, forged, none)).toEqual(full);
  });

  test('an empty column of the customer says nothing about what the service knows', () => {
    const partial = { ...content, from: null } as unknown as PartialCommentAnnotation;
    expect(merge(structural, partial, none).from).toEqual({ userId: 'ada' });
  });

  test('a thread of which one comment was written is merged as if it were merged whole', () => {
    fc.assert(
      fc.property(anyThread, anyThread, fc.nat(20), fc.boolean(), (before, after, commentId, isMissing) => {
        const custom = customFieldsOf();
        const key = String(commentId);
        // One comment is the other thread's, or gone; the fields are the other thread's too.
        const { [key]: _gone, ...others } = before.comments;
        const own = Object.hasOwn(after.comments, key) ? { [key]: after.comments[key]! } : {};
        const written = { ...after, annotationId: before.annotationId, comments: { ...others, ...own } };
        const [old, now] = [strip(before, custom), strip(written, custom)];
        const content = isMissing ? null : old.content;
        const merged = merge(old.structural, content, custom);
        const again = mergeAgain({ merged, key }, now.structural, now.content, custom);
        expect(again).toEqual(merge(now.structural, now.content, custom));
      }),
    );
  });

  test('a thread of the time before the provider is shown as the service has it', () => {
    const old = full as unknown as StructuralAnnotation;
    expect(merge(old, null, none)).toEqual(full);
    const mixed = { ...structural, comments: { ...structural.comments, 3: comment(3) } };
    const shown: CommentAnnotation = merge(mixed, content, none);
    expect(shown.comments[3]).toEqual(comment(3));
    expect(shown).not.toHaveProperty('isCommentTextAvailable');
  });
});

describe('the guard of fieldsToRemove', () => {
  test.each(
    'annotationId metadata comments commentId status location from to targetElement position type createdAt lastUpdated isCommentResolverUsed isCommentTextAvailable priority context locationId pageInfo annotationNumber targetTextRange resolvedByUserId documentId organizationId subscribedUsers approval'
      .split(' ')
      .concat('attachments', 'commentText', 'assignedTo')
      .concat('visibility', 'visibilityConfig', 'accessMode', 'accessDeniedUsers'),
  )('refuses %s by name', (name) => {
    expect(() => customFieldsOf({ fieldsToRemove: ['mine', name] })).toThrow(
      expect.objectContaining({
        name: 'CommentsSetupError',
        message: expect.stringContaining(`not ${name}:`) as unknown,
      }),
    );
    expect(customFieldsOf({ additionalFields: [name] }).additionalFields).toEqual([name]);
  });
});

test.each(['', ' ', ' status', 'metadata\n'])('%j is not the name of a field of your own', (name) => {
  expect(() => customFieldsOf({ fieldsToRemove: ['mine', name] })).toThrow(`not ${name}:`);
});

test.each([
  [{ commentText: 'x' }, ['commentText']],
  [{ from: { userId: 'a', name: 'x' } }, ['from']],
  [{ from: { userId: 'a' } }, []],
  [{ taggedUserContacts: [{ contact: { userId: 'a' }, userId: 'a' }] }, []],
  [{ comments: { 1: { commentId: 1, attachments: { 1: { attachmentId: 1, url: 'x' } } } } }, ['attachments']],
  [{ comments: { 1: { commentId: 1, attachments: { 1: { attachmentId: 1 } } } } }, []],
  [{ color: 'x' }, []],
  [{ mood: 'x' }, ['mood']],
  [{ metadata: { documentId: 'd', title: 'x' } }, ['metadata']],
  [{ targetTextRange: { text: 'x', occurrence: 1 } }, ['targetTextRange']],
  [{ isCommentTextAvailable: 'x' }, ['isCommentTextAvailable']],
  [{ status: 'a\nb' }, ['status']],
])('contentIn(%j) is %j', (record, expected) => {
  expect(contentIn(record, ['color'])).toEqual(expected);
});

test('unlisted fields stay with the customer, wherever they stand', () => {
  const unlisted = {
    targetTextRange: { text: CANARY, occurrence: 2 },
    subscribedUsers: { ada: { userId: 'ada', name: CANARY } },
    reactions: [{ emoji: CANARY }],
    transcription: { text: CANARY },
    somethingNew: { deep: [CANARY] },
    targetElement: { xpath: '/html/p', innerText: CANARY },
    context: { accountId: 'a1', note: `${CANARY}\n` },
  };
  const record = thread('t', [{ commentId: 1, ...unlisted }], {
    ...unlisted,
    metadata: { documentId: 'd', title: CANARY, pageInfo: { url: 'https://x.example', title: CANARY } },
  });
  const { structural, content } = strip(record, none);
  expect(JSON.stringify(structural)).not.toContain('canary');
  expect(structural).toMatchObject({
    metadata: { documentId: 'd', pageInfo: { url: 'https://x.example' } },
    targetTextRange: { occurrence: 2 },
    subscribedUsers: { ada: { userId: 'ada' } },
    targetElement: { xpath: '/html/p' },
    context: { accountId: 'a1' },
  });
  expect(merge(structural, content, none)).toMatchObject({ ...unlisted, comments: { 1: unlisted } });
});
