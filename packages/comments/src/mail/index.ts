/** `@org/approval-comments/mail`: mails about comments, from the customer's own system. */
export { type ComposeInput, type ComposedMail, type MailDocument, composeMail } from './compose.js';
export { type Claim, type MailLedger, createMemoryMailLedger } from '@org/approval-internal/mail-ledger';
export type { MailHeaders } from './threading.js';
export {
  type CommentMail,
  type CommentMailerOptions,
  type MailOutcome,
  type ThreadQuery,
  MailUnderWayError,
  ThreadNotFoundError,
  createCommentMailer,
} from './mailer.js';
export { type CommentWebhook, CommentWebhookError, parseCommentWebhook } from './payload.js';
export type { Address, Recipient } from './recipients.js';
export { type SignedWebhook, type WebhookKeys, isSignedWebhook } from './signature.js';
