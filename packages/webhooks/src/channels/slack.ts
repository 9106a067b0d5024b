/** Channel that posts to Slack: an incoming webhook, or messages of a bot. */
import type { MessageRecipient, NotificationChannel, NotificationMessage } from '@org/approval-core';
import { type Fields, isList, isRecord } from '@org/approval-internal/values';
import { type MailLedger, createMemoryMailLedger } from '@org/approval-internal/mail-ledger';
import {
  type Checks,
  callable,
  checkOptions,
  optional,
  text,
  withMethods,
} from '@org/approval-internal/options';
import { eachOnce } from './each-once.js';
import { ChannelError } from './failure.js';
import { type PostTransport, post, transportCheck } from './post.js';

/** Options of a channel for Slack: exactly one of `url` and `token`. */
export interface SlackChannelOptions {
  /** URL of an incoming webhook, which posts to its own conversation. */
  readonly url?: string;
  /** Token of a bot, which posts to the conversation of each recipient. */
  readonly token?: string;
  /** `createWebhookTransport()` of `@org/approval-webhooks/node`, with its guard. */
  readonly transport: PostTransport;
  /**
   * Slack ids by user id, for `token`; by default a user id is one. The address of a node is the id
   * of a conversation.
   */
  readonly conversationsOf?: (
    userIds: readonly string[],
    message: NotificationMessage,
  ) => Promise<ReadonlyMap<string, string>>;
  /** Ledger of the posts of `token`, as of `mailChannel`; in memory by default. */
  readonly ledger?: MailLedger;
}

const OPTIONS: Checks<SlackChannelOptions> = {
  url: optional(text),
  token: optional(text),
  transport: transportCheck,
  conversationsOf: optional(callable),
  ledger: optional(withMethods('claim', 'sent', 'release')),
};

const POST_MESSAGE = 'https://slack.com/api/chat.postMessage';

/**
 * Creates a channel that posts to Slack. A body with `slack` is posted as it is: the engine has
 * escaped its values. In `text` and `json` the channel escapes every string but URLs, so that no
 * `<!channel>` gets through.
 * @throws TypeError when an option makes no sense.
 */
export function slackChannel(options: SlackChannelOptions): NotificationChannel {
  checkOptions('slackChannel', options, OPTIONS);
  const { url, token } = options;
  if (url !== undefined && token === undefined) return throughWebhook(url, options);
  if (token !== undefined && url === undefined) return throughBot(token, options);
  throw new TypeError('slackChannel: give exactly one of url and token');
}

const throughWebhook =
  (url: string, { transport }: SlackChannelOptions): NotificationChannel =>
  async (message, { signal }) => {
    await post({ transport, what: 'Slack' }, { url, json: slackMessage(message), signal });
  };

function throughBot(token: string, options: SlackChannelOptions): NotificationChannel {
  const { transport, conversationsOf = asSlackIds, ledger = createMemoryMailLedger() } = options;
  return async (message, { signal }) => {
    const { to, idempotencyKey: key } = message;
    if (to.length === 0) throw new ChannelError('a bot of Slack needs recipients; add to to the node');
    const content = slackMessage(message);
    const userIds = to.flatMap((it) => ('userId' in it ? [it.userId] : []));
    const known = userIds.length === 0 ? NO_IDS : await conversationsOf(userIds, message);
    const found = to.map((it) => conversationOf(it, known));
    let reference: string | null = null;
    const refused = await eachOnce({
      key,
      recipients: [...new Set(found.filter((it) => it !== null))],
      idOf: (it) => it,
      ledger,
      signal,
      send: async (channel) => {
        const { body, retryAfterMs } = await post(
          { transport, what: 'Slack' },
          {
            url: POST_MESSAGE,
            headers: { authorization: `Bearer ${token}` },
            json: { ...content, channel },
            signal,
          },
        );
        const posted = postedAs(body, retryAfterMs);
        reference ??= posted;
      },
    });
    const indexes = found.flatMap((it, index) => (it === null || refused.has(it) ? [index] : []));
    const [error] = refused.values();
    // Nothing was posted, and the reason tells more than a count.
    if (indexes.length === to.length && error instanceof Error) throw error;
    return { reference, refused: indexes };
  };
}

const NO_IDS: ReadonlyMap<string, string> = new Map();

const asSlackIds = async (userIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(userIds.map((it) => [it, it]));

const conversationOf = (it: MessageRecipient, known: ReadonlyMap<string, string>): string | null =>
  ('address' in it ? it.address : known.get(it.userId)) || null;

/** Errors that are tried again; every other refusal is final. */
const RATE_LIMITED: ReadonlySet<string> = new Set(['rate_limited', 'ratelimited']);

/** Time of the posted message, which Slack takes as its id. */
function postedAs(body: Uint8Array, retryAfterMs: number | null): string | null {
  const answer = jsonOf(body);
  const { ok, error, ts } = isRecord(answer) ? answer : {};
  if (ok === true) return typeof ts === 'string' ? ts : null;
  const code = typeof error === 'string' ? error.slice(0, 100) : 'an unreadable answer';
  throw new ChannelError(`Slack refused the message: ${code}`, {
    retryable: RATE_LIMITED.has(code),
    retryAfterMs,
  });
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

/** Slack's form of a message. `text` is what notifications show beside blocks. */
function slackMessage({ subject, body }: NotificationMessage): Fields {
  const title = subject === null ? {} : { text: escaped(subject) };
  if ('text' in body) return { text: escaped(subject === null ? body.text : `${subject}\n${body.text}`) };
  if ('slack' in body) return withBlocks(title, body.slack);
  if ('json' in body) return withBlocks(title, escapedWithin(body.json));
  throw new ChannelError('slackChannel takes a body with text, slack or json; the node has html');
}

function withBlocks(title: Fields, json: unknown): Fields {
  if (isList(json)) return { ...title, blocks: json };
  if (isRecord(json)) return { ...title, ...json };
  throw new ChannelError('a Slack body must be a list of blocks or a message');
}

/** URLs are the only strings that Slack does not interpret. */
const isUrlField = (name: string): boolean => name === 'url' || name.endsWith('_url');

function escapedWithin(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return isUrlField(name) ? value : escaped(value);
  if (isList(value)) return value.map((it) => escapedWithin(it, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, escapedWithin(it, key)]));
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (words: string): string => words.replace(/[&<>]/g, (it) => ENTITIES[it] ?? it);
