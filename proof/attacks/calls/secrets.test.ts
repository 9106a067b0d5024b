/**
 * Secrets of webhook nodes, of credentials and of channels, with receivers that echo them in every
 * place: they are in no view, event, log, error, export or database file.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApprovalStore, createMemoryStore } from '@org/approval-core';
import { portOf } from '@org/approval-internal/port';
import { openStore } from '@org/approval-store-sql/open';
import { slackChannel } from '@org/approval-webhooks/channels';
import { createWebhookTransport } from '@org/approval-webhooks/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attackedKit, callNode, noticeNode } from './kit.js';

/** What of the request the receiver sends back. */
type Echo = (said: { readonly secrets: readonly string[] }, response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, value: unknown, headers: object = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(value));

const ECHOES: Readonly<Record<string, Echo>> = {
  'in text': ({ secrets }, response) => response.end(secrets.join(' and ')),
  'in JSON, as value, name and part': ({ secrets }, response) =>
    json(response, 200, Object.fromEntries(secrets.map((it) => [it, [it, `<${it}>`, { deep: it }]]))),
  'in JSON, as a number': ({ secrets }, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(secrets.map((it) => (/^[1-9]\d*$/.test(it) ? Number(it) : it)))),
  'in headers': ({ secrets: [secret = ''] }, response) =>
    json(response, 200, {}, { etag: `"${secret}"`, 'x-request-id': secret, location: `/${secret}` }),
  'in a refusal': ({ secrets }, response) => json(response, 422, { error: `wrong: ${secrets.join()}` }),
  'in an error': ({ secrets }, response) => json(response, 500, secrets),
  'in a redirect': ({ secrets: [secret = ''] }, response) =>
    json(response, 302, {}, { location: `https://example.com/?${secret}` }),
  'at the end of what is read': ({ secrets: [secret = ''] }, response) =>
    response.end(`${'x'.repeat(65_536 - 7)}${secret}${'y'.repeat(100)}`),
};

const echo = { now: ECHOES['in text'] };
let known: readonly string[] = [];
const handle = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume().once('end', () => echo.now?.({ secrets: known }, response));
};
const receiver = createServer(handle);
let url = '';
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${portOf(receiver)}/echo`;
});
afterAll(() => void receiver.close());

const SECRET = 'the secret "of" 16 chars';
const DIGITS = '712847362517';
const HOST_SECRET = 'of-the-host-0123456789';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Authentication, and every form of its secret that a receiver may know. */
const AUTHS: readonly [string, object, readonly string[]][] = [
  ['hmac', { kind: 'hmac', secret: SECRET }, [SECRET]],
  ['bearer', { kind: 'bearer', secret: SECRET }, [SECRET]],
  ['bearer of digits', { kind: 'bearer', secret: DIGITS }, [DIGITS]],
  ['basic', { kind: 'basic', username: 'u', secret: SECRET }, [base64(`u:${SECRET}`), SECRET]],
  ['a header', { kind: 'header', header: 'x-key', secret: SECRET }, [SECRET]],
  ['the host', { kind: 'host', name: 'erp' }, [HOST_SECRET]],
];

const lines: string[] = [];
const log = (message: string, details?: unknown) => void lines.push(`${message} ${String(details)}`);
const logger = { warn: log, error: log };

async function attacked(store: ApprovalStore) {
  const kit = attackedKit(
    {},
    {
      store,
      logger,
      secretKeys: [{ keyId: 'k', key: new Uint8Array(32).fill(1) }],
      webhooks: {
        transport: createWebhookTransport({
          allowHttp: true,
          allowPrivate: true,
          logger: { warn: () => undefined },
        }),
        credentials: () => ({ authorization: `Bearer ${HOST_SECRET}` }),
      },
    },
  );
  const { engine, run } = kit;
  /** Everything that can be read of a run and its definition. */
  const seen = async (executionId: string): Promise<string> => {
    const run_ = await engine.executions.get({ executionId });
    const { definitionId } = run_;
    const all: unknown[] = [
      run_,
      await engine.executions.getEvents({ executionId }),
      await engine.executions.explain({ executionId }),
      await engine.executions.list({ pageSize: 500 }),
      await engine.definitions.get({ definitionId }),
      await engine.definitions.list({}),
      await engine.doctor({ executionId }),
      await store.readEvents({
        ...{ workspaceId: 'default', executionId },
        ...{ afterSeq: 0, limit: 1_000, externalOnly: false },
      }),
      await store.loadExecutions([{ workspaceId: 'default', executionId }]),
      await store.listDefinitions(
        { workspaceId: 'default', organizationId: null, documentId: null },
        { limit: 100, cursor: null },
      ),
      lines,
    ];
    return JSON.stringify(all);
  };
  return { engine, run, seen };
}

const formsOf = (secret: string): readonly string[] => [secret, JSON.stringify(secret).slice(1, -1)];

describe.each(['memory', 'sqlite'] as const)('in a %s store', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-secrets-'));
  let kit: Awaited<ReturnType<typeof attacked>>;
  let close: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    if (name === 'memory') {
      kit = await attacked(createMemoryStore());
      return;
    }
    const opened = await openStore(`sqlite:${join(folder, 'runs.db')}`);
    close = () => opened.close();
    kit = await attacked(opened.store);
  });
  afterAll(async () => {
    await kit.engine.stop();
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(AUTHS)('%s: a receiver that echoes it', async (_, auth, secrets) => {
    const found: string[] = [];
    known = secrets;
    for (const [place, now] of Object.entries(ECHOES)) {
      echo.now = now;
      const config = { url, auth, output: { all: 'response.text', json: 'response.json' } };
      const { executionId } = await kit.run(callNode(config, { retry: { maximumAttempts: 1 } }));
      const text = await kit.seen(executionId);
      for (const secret of secrets.flatMap(formsOf))
        if (text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1))) found.push(place);
    }
    expect(found).toEqual([]);
  });

  test('no part of a secret is left at the end of what is read', async () => {
    known = [SECRET];
    echo.now = ECHOES['at the end of what is read'];
    const config = { url, auth: { kind: 'bearer', secret: SECRET } };
    const { step } = await kit.run(callNode(config));
    const { responseText, responseTruncated } = step.output ?? {};
    expect(responseTruncated).toBe(true);
    expect(responseText).toMatch(/x\[hidden\]$/);
  });

  test('errors of channels do not name their addresses and tokens', async () => {
    const [secret, address] = ['T0/B0/of-an-incoming-webhook', 'a-person@example.com'];
    const at = `http://127.0.0.1:1/services/${secret}`;
    const transport = createWebhookTransport({ allowHttp: true, allowPrivate: true, logger });
    const own = attackedKit(
      {},
      {
        logger,
        notify: {
          slack: slackChannel({ url: at, transport }),
          throws: ({ to }) => {
            throw new Error(`no mailbox ${JSON.stringify(to)}`);
          },
        },
      },
    );
    for (const channel of ['slack', 'throws']) {
      const config = { channel, to: [{ address }], body: { text: 'x' } };
      const { executionId } = await own.run(noticeNode(config, { retry: { maximumAttempts: 1 } }));
      const view = await own.engine.executions.get({ executionId });
      expect(view.steps[0]?.error?.code).toBe('notification-failed');
      const text = JSON.stringify([
        view.steps,
        await own.engine.executions.getEvents({ executionId }),
        lines,
      ]);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(address);
    }
    await own.engine.stop();
  });

  test.runIf(name === 'sqlite')('the files of the database have no secret', async () => {
    await kit.engine.stop();
    const bytes = readdirSync(folder).map((it) => readFileSync(join(folder, it)).toString('latin1'));
    expect(bytes.join('').length).toBeGreaterThan(100_000);
    for (const secret of [SECRET, DIGITS, HOST_SECRET, base64(`u:${SECRET}`)].flatMap(formsOf))
      expect(bytes.join('')).not.toContain(secret);
  });
});
