/** The customer's providers, each checked as what it is. */
import { type Checks, count, object, optional, optionFaults } from '@org/approval-internal/options';
import { CommentsSetupError } from '../errors.js';
import type { DataProviders } from '../provider/provider.js';
import { type OperationsOf, type RegisteredProvider, register } from '../provider/register.js';

type Registered<Kind extends keyof DataProviders> = RegisteredProvider<OperationsOf<Kind>>;

export interface RegisteredProviders {
  readonly comment: Registered<'comment'>;
  readonly user?: Registered<'user'>;
  readonly attachment?: { readonly provider: Registered<'attachment'>; readonly maxBytes: number };
  readonly reaction?: Registered<'reaction'>;
  readonly notification?: Registered<'notification'>;
  readonly activity?: Registered<'activity'>;
}

const PROVIDERS: Checks<DataProviders> = {
  comment: optional(object),
  user: optional(object),
  reaction: optional(object),
  attachment: optional(object),
  notification: optional(object),
  activity: optional(object),
};

const MAX_ATTACHMENT_BYTES = 26_214_400;

/** @throws CommentsSetupError that names the provider, and what is wrong with it. */
export function registerAll(providers: DataProviders, fetch: typeof globalThis.fetch): RegisteredProviders {
  const faults = optionFaults(providers, PROVIDERS);
  if (faults.length > 0) throw new CommentsSetupError(`${faults.join('; ')}.`);
  // JavaScript does not prevent leaving it out.
  const { comment, user, reaction, attachment, notification, activity } = providers as Partial<DataProviders>;
  if (comment === undefined)
    throw new CommentsSetupError('Give the provider as setDataProviders({ comment: provider }).');
  const { maxBytes = MAX_ATTACHMENT_BYTES } = attachment ?? {};
  const wrong = count(maxBytes, 'attachment.maxBytes');
  if (wrong.length > 0) throw new CommentsSetupError(`${wrong.join('; ')}.`);
  return {
    comment: register('comment', comment, fetch),
    ...(user && { user: register('user', user, fetch) }),
    ...(attachment && { attachment: { provider: register('attachment', attachment, fetch), maxBytes } }),
    ...(reaction && { reaction: register('reaction', reaction, fetch) }),
    ...(notification && { notification: register('notification', notification, fetch) }),
    ...(activity && { activity: register('activity', activity, fetch) }),
  };
}
