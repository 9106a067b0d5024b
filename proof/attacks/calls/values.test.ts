/** Values that people wrote, in every place of a template: the request keeps its form. */
import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { portOf } from '@org/approval-internal/port';
import { fieldOf, fromJson } from '@org/approval-internal/json';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attackedKit, callNode, noticeNode } from './kit.js';

interface Got {
  readonly path: string;
  readonly rawHeaders: readonly string[];
  readonly text: string;
}

const got: Got[] = [];
let strangers = 0;

async function take(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { url: path = '', rawHeaders } = request;
  got.push({ path, rawHeaders, text: Buffer.concat(chunks).toString() });
}

const receiver = createServer((request, response) => {
  void take(request).then(() => response.writeHead(200).end());
});
const elsewhere = createServer((_, response) => response.end()).on('connection', () => (strangers += 1));
const { engine, run } = attackedKit({ allowHttp: true, allowPrivate: true });
let origin = '';
let other = '';
beforeAll(async () => {
  for (const server of [receiver, elsewhere]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  origin = `http://127.0.0.1:${portOf(receiver)}`;
  other = `127.0.0.1:${portOf(elsewhere)}`;
});
beforeEach(() => void (got.length = 0));
afterAll(async () => {
  await engine.stop();
  for (const server of [receiver, elsewhere]) server.close();
});

/** Values; `ELSEWHERE` stands for another receiver. */
const VALUES: readonly string[] = [
  ...[
    '.',
    '..',
    '../..',
    '../../admin',
    '%2e%2e',
    '%2e%2e%2f',
    '..;/',
    '..\\',
    '/',
    '//ELSEWHERE/',
    '\\\\ELSEWHERE',
  ],
  ...[
    '@ELSEWHERE',
    ':443@ELSEWHERE/',
    'http://ELSEWHERE/',
    '//user:x@ELSEWHERE',
    '#',
    '#@ELSEWHERE',
    '?x=1&y=2',
    '&r=2',
  ],
  ...[
    'a\r\nx-injected: 1',
    'a\nb',
    'a\rb',
    '%0d%0ax-injected:%201',
    '\r\n\r\nGET / HTTP/1.1',
    '\t',
    '\u0085',
    '\u2028',
    '\u2029',
  ],
  ...[
    '"',
    '","admin":true,"x":"',
    '"}',
    '\\',
    '\\"',
    '{{execution.executionId}}',
    '{{v}}',
    '\\{{',
    '}}',
    '${1}',
    '<%= 1 %>',
  ],
  ...[
    '',
    ' ',
    ' a ',
    '+',
    '%',
    '%%',
    '%zz',
    '%00',
    'null',
    '__proto__',
    '<!channel>',
    '<script>',
    '&lt;',
    'é',
    '🔑',
    'x\u0300',
  ],
  ...['x'.repeat(3_000), '&'.repeat(1_500)],
];
const valueOf = (it: string): string => it.replaceAll('ELSEWHERE', other);

const PATH = '/a/{{execution.input.v}}/b?q={{execution.input.v}}&r=1';
/** The path that the template means, for a value. */
const pathOf = (v: string): string => `/a/${encodeURIComponent(v)}/b?q=${encodeURIComponent(v)}&r=1`;
const isLong = (v: string): boolean => `${origin}${pathOf(v)}`.length > 4_000;
const mayBeHeader = (v: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(v) && v.length <= 1_990;

interface Place {
  readonly config: () => object;
  /** True for a value that may not stand there. */
  readonly isRefused: (v: string) => boolean;
  /** The faults of a request. */
  readonly check: (it: Got, v: string) => void;
}

const namesOf = ({ rawHeaders }: Got): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((it) => it.toLowerCase());
const valueIn = ({ rawHeaders }: Got, name: string): string | undefined =>
  rawHeaders[rawHeaders.findIndex((it, index) => index % 2 === 0 && it.toLowerCase() === name) + 1];

const PLACES: Readonly<Record<string, Place>> = {
  'the path and query': {
    config: () => ({ url: `${origin}${PATH}` }),
    isRefused: (v) => v === '.' || v === '..' || isLong(v),
    check: (it, v) => expect(it.path).toBe(pathOf(v)),
  },
  'a header': {
    config: () => ({ url: `${origin}/h`, headers: { 'X-V': 'for {{execution.input.v}}.' } }),
    isRefused: (v) => !mayBeHeader(v),
    check: (it, v) =>
      expect(Buffer.from(valueIn(it, 'x-v') ?? '', 'latin1').toString('latin1')).toBe(`for ${v}.`),
  },
  'a JSON body': {
    config: () => ({
      url: `${origin}/j`,
      body: { json: { one: '{{execution.input.v}}', two: ['<{{execution.input.v}}>'], fixed: true } },
    }),
    isRefused: () => false,
    check: (it, v) => expect(fromJson(it.text)).toEqual({ one: v, two: [`<${v}>`], fixed: true }),
  },
  'a form': {
    config: () => ({ url: `${origin}/f`, body: { form: { one: '{{execution.input.v}}', two: 'x' } } }),
    isRefused: () => false,
    check: (it, v) =>
      expect([...new URLSearchParams(it.text)]).toEqual([
        ['one', v],
        ['two', 'x'],
      ]),
  },
  'a text': {
    config: () => ({
      url: `${origin}/t`,
      body: { text: 'v={{execution.input.v}};', contentType: 'text/plain' },
    }),
    isRefused: () => false,
    check: (it, v) => expect(it.text).toBe(`v=${v};`),
  },
  'the envelope': {
    config: () => ({ url: `${origin}/e` }),
    isRefused: () => false,
    check: (it, v) => expect(fieldOf(fieldOf(fromJson(it.text), 'triggerContext'), 'v')).toBe(v),
  },
};

describe('a value in', () => {
  test.each(Object.entries(PLACES))(
    '%s',
    async (_, { config, isRefused, check }) => {
      let names: string[] | null = null;
      for (const v of VALUES.map(valueOf)) {
        got.length = 0;
        const { step } = await run(callNode(config(), { retry: { maximumAttempts: 1 } }), { v });
        if (isRefused(v)) {
          expect([v, step.error?.code, got.length]).toEqual([v, 'webhook-request-invalid', 0]);
          continue;
        }
        expect([v, step.error?.message ?? null, got.length]).toEqual([v, null, 1]);
        const [it] = got;
        if (it === undefined) continue;
        check(it, v);
        expect(namesOf(it)).toEqual((names ??= namesOf(it)));
      }
      expect(strangers).toBe(0);
    },
    60_000,
  );
});

const template = '{{execution.input.v}}';
const messageIn = (it: Got | undefined) => fromJson(it?.text ?? 'null');
const html = (v: string) =>
  v.replace(
    /[&<>"']/g,
    (it) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[it] ?? it,
  );
const slack = (v: string) =>
  v.replace(/[&<>]/g, (it) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[it] ?? it);

const BODIES: readonly [string, object, (v: string) => unknown][] = [
  ['text', { text: `v=${template};` }, (v) => ({ text: `v=${v};` })],
  ['html', { html: `<b>${template}</b>` }, (v) => ({ html: `<b>${html(v)}</b>` })],
  [
    'slack',
    { slack: [{ text: template, all: `(${template})` }] },
    (v) => ({ slack: [{ text: slack(v), all: `(${slack(v)})` }] }),
  ],
  ['json', { json: { text: template, all: `(${template})` } }, (v) => ({ json: { text: v, all: `(${v})` } })],
];

describe('a value in a message', () => {
  test.each(BODIES)(
    '%s',
    async (_, body, bodyOf) => {
      for (const v of VALUES.map(valueOf)) {
        got.length = 0;
        const data = { url: `${origin}/hook`, own: template, list: [`(${template})`] };
        const { step } = await run(noticeNode({ channel: 'hook', body, data }), { v });
        expect([v, step.error?.message ?? null, got.length]).toEqual([v, null, 1]);
        const message = messageIn(got[0]);
        expect(fieldOf(message, 'body')).toEqual(bodyOf(v));
        expect(fieldOf(message, 'data')).toEqual({ url: data.url, own: v, list: [`(${v})`] });
      }
      expect(strangers).toBe(0);
    },
    60_000,
  );

  test('the subject is one line, or nothing is sent', async () => {
    for (const v of VALUES.map(valueOf)) {
      got.length = 0;
      const data = { url: `${origin}/hook` };
      const config = { channel: 'hook', subject: `Re: ${template}`, body: { text: 'x' }, data };
      const { step } = await run(noticeNode(config), { v });
      if (step.status === 'completed') {
        expect(fieldOf(messageIn(got[0]), 'subject')).toBe(`Re: ${v}`.trim());
        expect([v, /[\r\n]/.test(v)]).toEqual([v, false]);
      } else {
        const isTooLong = v.length > 1_990;
        const hasBreak = /[\r\n\t\u0085\u2028\u2029]/.test(v);
        const failed = [v, 'notification-failed', 0, true];
        expect([v, step.error?.code, got.length, hasBreak || isTooLong]).toEqual(failed);
      }
    }
  }, 60_000);
});
