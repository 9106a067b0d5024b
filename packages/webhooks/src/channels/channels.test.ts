/**
 * The ready-made channels: what they send, to whom, and which failures another attempt may get
 * over.
 */
import type { MessageBody, NotificationChannel, NotificationMessage } from '@org/approval-core';
import type { CallOutcome, CallRequest } from '@org/approval-core/views';
import { describe, expect, test } from 'vitest';
import {
  ChannelError,
  type MailLedger,
  type NotificationMail,
  mailChannel,
  slackChannel,
  webhookChannel,
} from '../channels.js';
import { verify } from '../index.js';

const SECRET = 'whsec_0123456789abcdef';
const HOOK = 'https://hooks.slack.com/services/x';

const messageOf = (more: Partial<NotificationMessage> = {}): NotificationMessage => ({
  ...{ workspaceId: 'main', executionId: 'exec_1', definitionId: 'flow', stepId: 'step_tell' },
  ...{ nodeId: 'tell', attempt: 1, idempotencyKey: 'exec_1:step_tell', channel: 'c', to: [] },
  ...{ subject: null, body: { text: 'hello' }, data: null },
  ...more,
});

const user = (userId: string) => ({ userId, reason: 'named' }) as const;
const signal = new AbortController().signal;

/** A transport that records requests and returns the given responses. */
function transportOf(answer: (request: CallRequest, count: number) => Partial<CallOutcome> = () => ({})) {
  const requests: CallRequest[] = [];
  const call = async (request: CallRequest): Promise<CallOutcome> => {
    requests.push(request);
    const ok = { ok: true, status: 200, headers: {}, body: new Uint8Array(), truncated: false };
    return { ...ok, ...answer(request, requests.length) } as CallOutcome;
  };
  const sent = () =>
    requests.map(({ body }) => JSON.parse(new TextDecoder().decode(body ?? new Uint8Array())) as unknown);
  return { transport: { call }, requests, sent };
}

const json = (value: unknown): Partial<CallOutcome> => ({
  body: new TextEncoder().encode(JSON.stringify(value)),
});

const errorOf = async (channel: NotificationChannel, message: NotificationMessage): Promise<ChannelError> => {
  try {
    await channel(message, { signal });
  } catch (error) {
    return error as ChannelError;
  }
  throw new Error('the channel did not throw');
};

describe('any channel that posts', () => {
  const channels: [
    string,
    (transport: ReturnType<typeof transportOf>['transport']) => NotificationChannel,
  ][] = [
    ['slackChannel', (transport) => slackChannel({ url: HOOK, transport })],
    ['slackChannel of a bot', (transport) => slackChannel({ token: 'xoxb', transport })],
    [
      'webhookChannel',
      (transport) => webhookChannel({ url: 'https://example.com/in', secret: SECRET, transport }),
    ],
  ];
  const answers: [string, Partial<CallOutcome>, boolean, number | null][] = [
    ['429 with Retry-After', { status: 429, retryAfterMs: 7_000 }, true, 7_000],
    ['503', { status: 503 }, true, null],
    ['408', { status: 408 }, true, null],
    ['no answer', { ok: false, reason: 'unavailable', error: 'timeout' }, true, null],
    ['an address that the guard refuses', { ok: false, reason: 'not-allowed', error: 'host' }, false, null],
    ['400', { status: 400 }, false, null],
    ['404', { status: 404 }, false, null],
    ['302', { status: 302 }, false, null],
  ];
  test.each(
    channels.flatMap(([name, make]) => answers.map((it) => [`${name}: ${it[0]}`, make, it] as const)),
  )('%s', async (name, make, [, answer, retryable, retryAfterMs]) => {
    const { transport } = transportOf(() => answer);
    const message = messageOf({ to: [{ address: 'C1' }] });
    const error = await errorOf(make(transport), message);
    expect(error).toBeInstanceOf(ChannelError);
    expect({ retryable: error.retryable, retryAfterMs: error.retryAfterMs }).toEqual({
      retryable,
      retryAfterMs,
    });
    expect(error.message).not.toContain('C1');
    expect(name).toBeTruthy();
  });

  test.each(channels)('%s hands its signal on', async (_, make) => {
    const { transport, requests } = transportOf(() => json({ ok: true, ts: '1.2' }));
    await make(transport)(messageOf({ to: [{ address: 'C1' }] }), { signal });
    expect(requests[0]?.signal).toBe(signal);
  });
});

test('webhookChannel posts the message, signed, with the key of the step', async () => {
  const { transport, requests, sent } = transportOf();
  const channel = webhookChannel({ url: 'https://example.com/in', secret: SECRET, transport });
  const message = messageOf({ to: [user('ann')], data: { n: 1 } });
  expect(await channel(message, { signal })).toBeUndefined();
  const [request] = requests;
  expect(sent()).toEqual([message]);
  expect(request?.headers).toMatchObject({
    'idempotency-key': 'exec_1:step_tell',
    'content-type': 'application/json',
  });
  expect(request?.sign).toMatchObject({
    secrets: [SECRET],
    id: expect.stringMatching(/^call_[0-9a-f]{32}$/) as string,
  });
  await channel({ ...message, attempt: 2 }, { signal });
  expect(requests[1]?.sign?.id).toBe(request?.sign?.id);
  expect(typeof verify).toBe('function');
});

describe('slackChannel', () => {
  const bodies: [string, MessageBody, string | null, unknown][] = [
    ['text, escaped', { text: 'By <!channel> & "x"' }, null, { text: 'By &lt;!channel&gt; &amp; "x"' }],
    ['text below a subject', { text: 'b' }, 'a <', { text: 'a &lt;\nb' }],
    [
      'blocks of the engine as they are',
      { slack: [{ text: '<b>&lt;' }] },
      'a <',
      { text: 'a &lt;', blocks: [{ text: '<b>&lt;' }] },
    ],
    [
      'a message of the engine as it is',
      { slack: { text: '<b>', blocks: [] } },
      'a',
      { text: '<b>', blocks: [] },
    ],
    [
      'JSON with every string escaped but URLs',
      {
        json: {
          blocks: [{ text: { text: '<!here>&' }, url: 'https://x.y/?a&b', image_url: 'https://x.y/&' }],
          n: 1,
        },
      },
      null,
      {
        blocks: [
          { text: { text: '&lt;!here&gt;&amp;' }, url: 'https://x.y/?a&b', image_url: 'https://x.y/&' },
        ],
        n: 1,
      },
    ],
  ];
  test.each(bodies)('posts %s', async (_, body, subject, posted) => {
    const { transport, requests, sent } = transportOf();
    await slackChannel({ url: HOOK, transport })(messageOf({ body, subject }), { signal });
    expect(sent()).toEqual([posted]);
    expect(requests[0]).toMatchObject({ url: HOOK, method: 'POST', sign: null });
  });

  test.each<[string, MessageBody]>([
    ['HTML', { html: '<p>' }],
    ['a body that is no message', { json: 'text' }],
  ])('refuses %s for good, and posts nothing', async (_, body) => {
    const { transport, requests } = transportOf();
    const error = await errorOf(slackChannel({ url: HOOK, transport }), messageOf({ body }));
    expect(error.retryable).toBe(false);
    expect(requests).toEqual([]);
  });

  test('of a bot posts to each recipient once, also after a retry', async () => {
    let limited = true;
    const { transport, requests, sent } = transportOf((request) => {
      const { channel } = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as {
        channel: string;
      };
      if (channel === 'C2' && limited)
        return { ...json({ ok: false, error: 'ratelimited' }), retryAfterMs: 3_000 };
      return channel === 'gone'
        ? json({ ok: false, error: 'channel_not_found' })
        : json({ ok: true, ts: `ts-${channel}` });
    });
    const channel = slackChannel({
      token: 'xoxb-1',
      transport,
      conversationsOf: async () =>
        new Map([
          ['ann', 'U1'],
          ['bob', 'gone'],
        ]),
    });
    const message = messageOf({ to: [user('ann'), user('bob'), user('cy'), { address: 'C2' }] });
    expect(await errorOf(channel, message)).toMatchObject({ retryable: true, retryAfterMs: 3_000 });
    limited = false;
    expect(await channel(message, { signal })).toEqual({ reference: 'ts-C2', refused: [1, 2] });
    const to = (sent() as { channel: string }[]).map((it) => it.channel);
    expect(to.filter((it) => it === 'U1')).toHaveLength(1);
    expect(to.filter((it) => it === 'C2')).toHaveLength(2);
    expect(requests[0]).toMatchObject({
      url: 'https://slack.com/api/chat.postMessage',
      headers: { authorization: 'Bearer xoxb-1' },
    });
  });

  test('of a bot says why nothing was posted', async () => {
    const { transport } = transportOf(() => json({ ok: false, error: 'invalid_auth' }));
    const channel = slackChannel({ token: 'xoxb', transport });
    const error = await errorOf(channel, messageOf({ to: [user('U1'), user('U2')] }));
    expect(error).toMatchObject({ message: 'Slack refused the message: invalid_auth', retryable: false });
    expect((await errorOf(channel, messageOf())).message).toMatch(/needs recipients/);
  });
});

describe('mailChannel', () => {
  function mailing(
    send: (mail: NotificationMail) => Promise<unknown> = async () => undefined,
    ledger?: MailLedger,
  ) {
    const mails: NotificationMail[] = [];
    const channel = mailChannel({
      send: (mail) => {
        mails.push(mail);
        return send(mail);
      },
      addressesOf: async (userIds) =>
        new Map(
          userIds
            .filter((it) => it !== 'unknown')
            .map((it) => [
              it,
              {
                email: it === 'evil' ? 'a@x.com\r\nBcc: b@x.com' : `${it}@example.com`,
                name: `${it}\r\nX: y`,
              },
            ]),
        ),
      ...(ledger !== undefined && { ledger }),
    });
    return { channel, mails };
  }

  test('sends a mail to each person and address, whose headers cannot be broken into', async () => {
    const { channel, mails } = mailing();
    const to = [
      user('ann'),
      user('unknown'),
      user('evil'),
      { address: 'ops@example.com' },
      { address: 'a@x.com, b@x.com' },
      { address: 'ANN@example.com' },
    ];
    const result = await channel(messageOf({ to, subject: 'Paid\r\nBcc: c@x.com', body: { html: '<p>' } }), {
      signal,
    });
    expect(result).toEqual({ refused: [1, 2, 4] });
    expect(mails.map((it) => it.recipient.email).sort()).toEqual(['ANN@example.com', 'ops@example.com']);
    for (const { subject, headers, recipient, text, html } of mails) {
      expect(subject).toBe('Paid Bcc: c@x.com');
      expect(headers['Message-ID']).toMatch(/^<exec_5f_1_3a_step_5f_tell\.[\w]+@approvals\.invalid>$/);
      expect(JSON.stringify([subject, headers, recipient])).not.toMatch(/\\r|\\n/);
      expect([text, html]).toEqual([null, '<p>']);
    }
    expect(new Set(mails.map((it) => it.headers['Message-ID'])).size).toBe(2);
  });

  test('mails nobody twice after a retry', async () => {
    let isDown = true;
    const { channel, mails } = mailing(async ({ recipient }) => {
      if (recipient.userId === 'bob' && isDown) throw new Error('450 <bob@example.com> try later');
    });
    const message = messageOf({ to: [user('ann'), user('bob'), user('cy')] });
    const error = await errorOf(channel, message);
    expect(error).toMatchObject({ message: '450 <[address]> try later', retryable: true });
    isDown = false;
    expect(await channel({ ...message, attempt: 2 }, { signal })).toEqual({ refused: [] });
    expect(mails.map((it) => it.recipient.userId)).toEqual(['ann', 'bob', 'cy', 'bob']);
    const [, first, , again] = mails;
    expect(again).toEqual(first);
  });

  test('counts a recipient that is refused for good', async () => {
    const { channel } = mailing(async ({ recipient }) => {
      if (recipient.userId === 'bob') throw Object.assign(new Error('550 unknown'), { retryable: false });
    });
    expect(await channel(messageOf({ to: [user('ann'), user('bob')] }), { signal })).toEqual({
      refused: [1],
    });
  });

  test('leaves a mail to the process that is sending it', async () => {
    const ledger: MailLedger = {
      claim: async (_, id) => (id === 'ann' ? 'under-way' : 'sent'),
      sent: async () => undefined,
      release: async () => undefined,
    };
    const { channel, mails } = mailing(undefined, ledger);
    expect((await errorOf(channel, messageOf({ to: [user('ann'), user('bob')] }))).retryable).toBe(true);
    expect(mails).toEqual([]);
  });

  test('stops between two mails when the attempt is given up', async () => {
    const controller = new AbortController();
    const { channel, mails } = mailing(async () => controller.abort());
    const given = channel(messageOf({ to: [user('ann'), user('bob')] }), { signal: controller.signal });
    await expect(given).rejects.toThrow();
    expect(mails).toHaveLength(1);
  });

  test.each<MessageBody>([{ slack: [] }, { json: {} }])('refuses %j for good', async (body) => {
    const { channel, mails } = mailing();
    expect((await errorOf(channel, messageOf({ to: [user('ann')], body }))).retryable).toBe(false);
    expect(mails).toEqual([]);
  });
});

test.each<[string, () => unknown, RegExp]>([
  ['no function', () => mailChannel({ send: 1 } as never), /mailChannel: send must be a function/],
  [
    'both of url and token',
    () => slackChannel({ url: HOOK, token: 't', transport: transportOf().transport }),
    /exactly one of url and token/,
  ],
  [
    'a transport that does not call',
    () => slackChannel({ url: HOOK, transport: {} as never }),
    /transport must be an object with the method call/,
  ],
  [
    'a short secret',
    () => webhookChannel({ url: HOOK, secret: 'short', transport: transportOf().transport }),
    /secret must be a secret of 16 to 512 characters/,
  ],
])('an option is refused: %s', (_, make, message) => {
  expect(make).toThrow(message);
});
