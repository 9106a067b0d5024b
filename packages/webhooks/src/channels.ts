/**
 * `@org/approval-webhooks/channels`: channels for the notification nodes of `@org/approval-core`.
 */
export type { MailLedger } from '@org/approval-internal/mail-ledger';
export { ChannelError } from './channels/failure.js';
export {
  type MailChannelAddress,
  type MailChannelOptions,
  type NotificationMail,
  mailChannel,
} from './channels/mail.js';
export { type SlackChannelOptions, slackChannel } from './channels/slack.js';
export { type WebhookChannelOptions, webhookChannel } from './channels/webhook.js';
