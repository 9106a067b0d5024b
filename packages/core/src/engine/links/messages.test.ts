/** Messages of arbitrary content (hosting H6): all escaped, with only the link's address. */
import { expect, test } from 'vitest';
import { adaptiveCard, decisionMail, slackBlocks } from '../../index.js';

const URL = 'https://approvals.example.com/v2/decide/token';
const LINK = {
  url: URL,
  name: 'Contract\r\nBcc: all@example.com <b>',
  commentBody: 'Sign? <script> [here](https://evil.example) mailto:x@evil.example <!channel> & "more"',
  decision: null,
  dueAt: null,
  expiresAt: 1_800_000_000_000,
};
/** Matches everything that a program takes for an address. */
const addressesIn = (text: string) =>
  text.match(/\b(?:https?:\/\/|mailto:|www\.)[^\s"<]*|[\p{L}\p{N}-]+\.(?:example|com)\b[^\s"<]*/giu);

test('a mail has one address, and a subject of one line', () => {
  const { subject, text, html } = decisionMail(LINK);
  expect(subject).toBe('Your decision: Contract\\u{d}\\u{a}Bcc: all@example.\u200bcom <b>');
  expect(addressesIn(text)).toEqual([URL]);
  expect(addressesIn(html)).toEqual([URL]);
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&amp; &quot;more&quot;');
});

test.each(['https://evil.example/x', 'MAILTO:x@evil.example', 'WWW.evil.example/x', 'evil.example/x'])(
  'a name is never an address: %s',
  (name) => {
    const link = { ...LINK, name, commentBody: name };
    const { subject, text, html } = decisionMail(link);
    const { $schema: _, ...card } = adaptiveCard(link);
    expect(subject).toMatch(/^Your decision: (https|mailto|www|evil)/i);
    expect(addressesIn(subject)).toBe(null);
    for (const message of [text, html, JSON.stringify(slackBlocks(link)), JSON.stringify(card)])
      expect(addressesIn(message)).toEqual([URL]);
  },
);

test('a message of Slack has one address, and mentions no user', () => {
  const message = slackBlocks(LINK);
  expect(addressesIn(JSON.stringify(message))).toEqual([URL]);
  expect(JSON.stringify(message)).not.toMatch(/<!channel>|<script>/);
  // Or Slack itself would make links of names of hosts, and mentions of names of people.
  expect(message['blocks']).toMatchObject([
    { text: { type: 'mrkdwn', verbatim: true } },
    { type: 'actions' },
  ]);
});

test('a card makes no sign of a name: what is written is what is read', () => {
  const name = 'https&colon;&sol;&sol;evil&period;example &#58; &lt;at&gt;';
  const { $schema: _, ...card } = adaptiveCard({ ...LINK, name, commentBody: name });
  const texts = (card['body'] as { text: string }[]).map((it) => it.text);
  // A backslash before it takes its meaning from a sign of punctuation (CommonMark 2.4).
  for (const text of texts) expect(text.replaceAll('\\', '')).toBe(name);
  for (const text of texts) expect(text).not.toMatch(/(?<!\\)&/);
});

test('a card has one address beside that of its schema', () => {
  const { $schema: _, ...card } = adaptiveCard(LINK);
  expect(addressesIn(JSON.stringify(card))).toEqual([URL]);
});

test('long words are cut between characters', () => {
  for (let before = 0; before < 4; before++) {
    const link = { ...LINK, name: 'Contract', commentBody: `${'x'.repeat(before)}${'😀'.repeat(2_000)}` };
    for (const message of [slackBlocks(link), adaptiveCard(link)]) {
      const texts: string[] = [];
      JSON.stringify(message, (_, value: unknown) => {
        if (typeof value === 'string') texts.push(value);
        return value;
      });
      expect(texts.filter((it) => !it.isWellFormed())).toEqual([]);
      expect(texts.filter((it) => it.length > 3_000)).toEqual([]);
      expect(texts.some((it) => it.endsWith('😀…'))).toBe(true);
    }
  }
});

test.each(['\u202e', '\u2066', '\u009b', '\u001b', '\u0000'])('no message has %j in it', (it) => {
  const link = { ...LINK, name: `Pay ${it}01 EUR`, commentBody: `to ${it}bob\r\nand\tcy` };
  const { subject, text, html } = decisionMail(link);
  for (const message of [
    subject,
    text,
    html,
    JSON.stringify(slackBlocks(link)),
    JSON.stringify(adaptiveCard(link)),
  ])
    expect(message).not.toContain(it);
  expect(text).toContain('bob\nand\tcy');
});

const PRESENTED = {
  ...LINK,
  name: 'Bills',
  presentation: {
    ...{
      title: 'Pay <Acme>\u202e https://evil.example\nBcc: x',
      url: 'https://app.example.com/b',
      table: null,
    },
    ...{ documents: [], amount: { amount: 18_400, currency: 'EUR' } },
    facts: [
      { label: 'To <!channel>', value: 'Acme\u200b\nTotal: 1' },
      { label: 'Due', value: null, missing: true as const },
      {
        label: 'Site',
        value: { href: 'https://evil.example', text: 'www.evil.example' },
        kind: 'link' as const,
      },
    ],
  },
};

test('a presentation is shown in every message, escaped for each and without addresses', () => {
  const { subject, text, html } = decisionMail(PRESENTED);
  const slack = JSON.stringify(slackBlocks(PRESENTED));
  const { $schema: _, ...card } = adaptiveCard(PRESENTED);
  expect(subject).toMatch(/^Your decision: Pay <Acme>\\u\{202e\}.*\\u\{a\}Bcc: x$/);
  for (const message of [text, html, slack, JSON.stringify(card)]) {
    expect(addressesIn(message)).toEqual([URL]);
    expect(message).not.toMatch(/\u202e|<Acme>\u200b|<!channel>.*<!channel>/);
    expect(message.replaceAll('\\', '')).toContain('€18,400');
    expect(message).toContain('—');
  }
  expect(text).toContain('To <!channel>: Acme\\u{200b}\\u{a}Total: 1\nDue: —');
  expect(html).not.toMatch(/<Acme>|<!channel>/);
  expect(slack).not.toMatch(/<!channel>|<Acme>/);
});
