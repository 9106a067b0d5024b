/** Compiles a notification node. */
import type { NotificationNode } from '../../definition/definition.js';
import type { RetryPolicy } from '../../compile/compiled-people.js';
import { compileRetry } from '../../compile/people.js';
import type { CompiledNodeBase } from '../compile-base.js';
import { type MessageTemplates, readMessage } from './lint-message.js';

/** The message of a notification node. */
export interface CompiledMessage extends MessageTemplates {
  readonly channel: string;
  /** True if the step completes although the message is not delivered. */
  readonly goesOn: boolean;
  readonly retry: RetryPolicy;
}

/** The compiled form of a notification node. */
export interface CompiledNotificationNode extends CompiledNodeBase {
  readonly type: 'notification';
  /** null for a node without a config, which has its own finding. */
  readonly message: CompiledMessage | null;
}

export const compileNotification = ({
  nodeId,
  slaMs,
  retry = {},
  config,
}: NotificationNode): CompiledNotificationNode => ({
  nodeId,
  type: 'notification',
  slaMs: slaMs ?? null,
  message:
    config === undefined
      ? null
      : {
          channel: config.channel,
          goesOn: config.onFailure === 'continue',
          retry: compileRetry(retry),
          ...readMessage(config).templates,
        },
});

/** Returns the message of a node. A definition without one is refused when it is written. */
export function messageOf({ nodeId, message }: CompiledNotificationNode): CompiledMessage {
  if (message === null) throw new Error(`node ${nodeId} has no message`);
  return message;
}

/** Key of the jobs of a channel, so that a channel that hangs keeps no other one waiting. */
export const channelKey = (channel: string): string => `channel:${channel}`;
