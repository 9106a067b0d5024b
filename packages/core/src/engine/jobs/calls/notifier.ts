/** Calls the channels of the host with the messages of notification nodes, for 30 s at most. */
import { describeError, storableText } from '../../../definition/json.js';
import { LIMITS } from '../../../definition/limits.js';
import type { CallFailure, NotificationAnswer, NotificationCall } from '../../../interpreter/calls.js';
import type {
  NotificationChannel,
  NotificationChannels,
  NotificationMessage,
  NotificationResult,
} from '../../../ports/channels.js';
import type { Logger } from '../../../ports/logger.js';
import type { StopSign } from '../stop-sign.js';
import type { StoreClock } from '../../scheduling/store-clock.js';

interface NotifierOptions {
  readonly channels: NotificationChannels;
  readonly clock: StoreClock;
  readonly logger: Logger;
  /** Counts the time of the channel, which is not that of the engine. */
  readonly outside: <T>(work: Promise<T>) => Promise<T>;
}

/** Time that a channel has for an attempt, in ms. */
const CHANNEL_MS = 30_000;

type Made = CallFailure | { readonly answer: NotificationAnswer };

export class Notifier {
  private readonly options: NotifierOptions;

  constructor(options: NotifierOptions) {
    this.options = options;
  }

  /** Calls the channel once. A throw is a failure. */
  async send({ message }: NotificationCall, stop: StopSign): Promise<Made> {
    const { channel: name, to } = message;
    const recipients = to.length;
    const channel = this.channel(name);
    if (channel === null) {
      const text = `no channel "${name}" is registered; add it to the option \`notify\` of the engine`;
      return { code: 'channel-not-registered', message: text, retryable: false, recipients };
    }
    let result: unknown;
    try {
      result = await this.called(channel, message, stop);
    } catch (error) {
      return { ...failureOf(error, message), recipients };
    }
    const checked = checkResult(result, recipients);
    if (typeof checked !== 'string') return { answer: checked };
    // The channel has returned, so that another attempt would send the message again.
    return { code: 'notification-failed', message: checked, retryable: false, recipients };
  }

  private channel(name: string): NotificationChannel | null {
    const { channels } = this.options;
    return Object.hasOwn(channels, name) ? (channels[name] ?? null) : null;
  }

  /** Rejects when the channel throws, or its time is up. A channel that runs on holds no place. */
  private async called(
    channel: NotificationChannel,
    message: NotificationMessage,
    stop: StopSign,
  ): Promise<unknown> {
    const { clock, logger, outside } = this.options;
    const controller = new AbortController();
    const abort = () => controller.abort();
    let cancel: () => void = () => undefined;
    let forget: () => void = () => undefined;
    const timeIsUp = new Promise<never>((_, reject) => {
      forget = stop.whenUp(() => {
        abort();
        reject(new Error('the step has ended, or the engine stops'));
      });
      cancel = clock.wakeAt(clock.now() + CHANNEL_MS, () => {
        abort();
        const text = `the channel did not return within ${CHANNEL_MS} ms`;
        logger.warn(`channel "${message.channel}": ${text}; it must stop when its signal is aborted`);
        reject(new Error(text));
      });
    });
    try {
      const given = (async (): Promise<unknown> => channel(message, { signal: controller.signal }))();
      return await outside(Promise.race([given, timeIsUp]));
    } finally {
      cancel();
      forget();
    }
  }
}

interface Thrown {
  readonly retryable?: unknown;
  readonly retryAfterMs?: unknown;
}

function failureOf(error: unknown, { to }: NotificationMessage): CallFailure {
  const { retryable, retryAfterMs } = thrownBy(error);
  const isWait = typeof retryAfterMs === 'number' && retryAfterMs >= 0;
  return {
    code: 'notification-failed',
    message: withoutAddresses(describeError(error), to),
    retryable: retryable !== false,
    retryAfterMs: isWait ? Math.min(Math.ceil(retryAfterMs), LIMITS.retryIntervalMs) : null,
  };
}

/** Fields of an error of the host, which may have getters that throw. */
function thrownBy(error: unknown): Thrown {
  try {
    const { retryable, retryAfterMs } = Object(error) as Thrown;
    return { retryable, retryAfterMs };
  } catch {
    return {};
  }
}

/** Views show the error of a step, and no address belongs into them. */
const withoutAddresses = (text: string, to: NotificationMessage['to']): string =>
  to.reduce((hidden, it) => ('address' in it ? hidden.replaceAll(it.address, '[address]') : hidden), text);

/** Answer of a channel, or the fault of what it returned. */
function checkResult(result: unknown, recipients: number): NotificationAnswer | string {
  if (result === undefined || result === null) return answerOf({}, recipients);
  if (typeof result !== 'object')
    return `the channel returned a ${typeof result}; return an object or nothing`;
  try {
    const { reference, refused } = result as NotificationResult;
    return answerOf({ reference, refused }, recipients);
  } catch (error) {
    return `the result of the channel could not be read: ${describeError(error)}`;
  }
}

function answerOf(
  { reference = null, refused = null }: NotificationResult,
  recipients: number,
): NotificationAnswer | string {
  if (reference !== null && typeof reference !== 'string')
    return `the channel returned a reference that is a ${typeof reference}; return a string`;
  if (refused !== null && !Array.isArray(refused))
    return 'the channel returned `refused` that is not a list; return indexes of `to`';
  const indexes = new Set<number>();
  const listed: readonly unknown[] = refused ?? [];
  for (const it of listed.slice(0, LIMITS.recipients)) {
    if (typeof it !== 'number' || !Number.isInteger(it) || it < 0 || it >= recipients)
      return `the channel refused recipient ${String(it).slice(0, 20)}, and the message has ${recipients}; return indexes of \`to\``;
    indexes.add(it);
  }
  return {
    kind: 'notification',
    recipients,
    refused: indexes.size,
    reference: reference === null ? null : storableText(reference, LIMITS.referenceLength),
  };
}
