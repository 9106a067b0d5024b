/** Payloads of comment webhooks: what is kept, and what is refused. */
import { describe, expect, test } from 'vitest';
import { webhook } from '../test-support/webhook.js';
import { createCommentMailer } from './mailer.js';
import { CommentWebhookError, parseCommentWebhook } from './payload.js';

const handle = createCommentMailer({
  mayRead: () => true,
  load: async () => null,
  send: async () => undefined,
  addressesOf: async () => new Map(),
});

describe('the payload', () => {
  test('keeps what it does not know', () => {
    expect(parseCommentWebhook(webhook({ more: 1, actionType: 'whatever' }))).toEqual(
      webhook({ more: 1, actionType: 'whatever' }),
    );
  });

  test.each<[unknown, RegExp]>([
    [null, /body/],
    [webhook({ actionType: '' }), /actionType/],
    [webhook({ commentAnnotation: {} }), /commentAnnotation\.annotationId/],
    [webhook({ actionUser: { name: 'x' } }), /actionUser\.userId/],
    [webhook({ targetComment: { commentId: '2' } }), /targetComment\.commentId/],
  ])('%j is refused', async (value, message) => {
    await expect(handle(value)).rejects.toThrow(message);
    await expect(handle(value)).rejects.toBeInstanceOf(CommentWebhookError);
  });
});
