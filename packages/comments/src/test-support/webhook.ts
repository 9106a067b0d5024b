/** The webhook of the source document, with what a test changes. */
import { CANARY } from './records.js';

export const webhook = (more: object = {}) => ({
  webhookId: 'wh1',
  actionType: 'newlyAdded',
  commentAnnotation: { annotationId: 't1', metadata: { documentId: 'contract', apiKey: 'key' } },
  targetComment: { commentId: 2, from: { userId: 'ada' } },
  actionUser: { userId: 'ada', name: 'Ada Lovelace', email: `ada@${CANARY}.example` },
  metadata: {
    apiKey: 'key',
    documentId: 'contract',
    pageInfo: { url: 'https://app.example/contract?a=1&b=2' },
  },
  notificationSource: 'comment',
  platform: 'sdk',
  ...more,
});
