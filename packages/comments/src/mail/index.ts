/** `@org/approval-comments/mail`: mails about comments, from the customer's own system. */
export { type ComposeInput, type ComposedMail, composeMail } from './compose.js';
export {
  type CommentMail,
  type CommentMailerOptions,
  type MailOutcome,
  type ThreadQuery,
  ThreadNotFoundError,
  createCommentMailer,
} from './mailer.js';
export { type CommentWebhook, CommentWebhookError, parseCommentWebhook } from './payload.js';
export type { Address, Recipient } from './recipients.js';
