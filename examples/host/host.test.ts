/** The example as its README starts it: on either database, killed in the middle, and restarted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { type HostProcess, startHostProcess, startMailServer } from './test-support/host-process.js';

const folder = mkdtempSync(join(tmpdir(), 'approval-host-'));
const POSTGRES = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test';
const pool = new pg.Pool({ connectionString: POSTGRES, max: 1 });
const hasPostgres = await pool.query('select 1').then(
  () => true,
  (error: unknown) => {
    if (process.env['CI'] !== undefined) throw error;
    console.warn(`\n*** SKIPPED: examples/host on PostgreSQL: no server at ${POSTGRES} ***\n`);
    return false;
  },
);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.end();
});

async function onPostgres(): Promise<Record<string, string>> {
  const name = `approval_host_${process.pid}`;
  await pool.query(`create database ${name}`);
  onTestFinished(async () => {
    await pool.query(`drop database ${name} with (force)`);
  });
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
}
const onSqlite = async (): Promise<Record<string, string>> => ({ FILE: join(folder, 'orders.db') });

interface Run {
  readonly status: string;
}
interface Inbox {
  readonly items: readonly { readonly executionId: string; readonly stepId: string }[];
}

const databases = [
  ['SQLite', onSqlite] as const,
  ...(hasPostgres ? [['PostgreSQL', onPostgres] as const] : []),
];

test.each(databases)(
  'on %s it is killed twice, and nothing is lost or torn',
  { timeout: 90_000 },
  async (_, on) => {
    const smtp = await startMailServer();
    onTestFinished(smtp.close);
    const env = { ...(await on()), SMTP_URL: smtp.url };
    const start = async (): Promise<HostProcess> => {
      const it = await startHostProcess(env);
      onTestFinished(it.kill);
      return it;
    };
    const orderId = crypto.randomUUID();
    const wanted = { orderId, item: 'a printing press', amount: 1_500 };

    // Eve orders, and the process dies before anybody has answered.
    const first = await start();
    const { executionId } = await (await first.as('eve')).post<{ executionId: string }>('/orders', wanted);
    await first.kill();

    // Max decides on the page, and it dies as soon as he has his answer.
    const second = await start();
    const eve = await second.as('eve');
    const order = { id: orderId, executionId, item: 'a printing press', amount: 1_500, requestedBy: 'eve' };
    expect(await eve.orders()).toEqual([{ ...order, status: 'waiting' }]);
    // Sent again, as by a page that has heard nothing: it is the same order.
    expect(await eve.post('/orders', wanted)).toEqual({ executionId });
    const max = await second.as('max');
    const { items } = await max.ask<Inbox>('steps/listWaiting', {});
    expect(items.map((it) => it.executionId)).toEqual([executionId]);
    const decision = { executionId, stepId: items[0]?.stepId, decision: 'approve' };
    await expect(max.ask('steps/recordReviewerDecision', { ...decision, reviewerId: 'fay' })).rejects.toThrow(
      '403',
    );
    await max.ask('steps/recordReviewerDecision', { ...decision, reviewerId: 'max' });
    await second.kill();

    // Fay has a mail, and decides by the link in it; the row is another in the same commit.
    const third = await start();
    const mailTo = async (to: string) =>
      vi.waitFor(
        () => smtp.mails.findLast((it) => it.to === to) ?? Promise.reject(new Error('no mail yet')),
        15_000,
      );
    const { look, answer } = third.link((await mailTo('fay@acme.example')).text);
    const eveAgain = await third.as('eve');
    const { result } = (await (await look()).json()) as {
      result: { formToken: string; commentBody: string };
    };
    expect(result.commentBody).toBe('Is there money for this?');
    expect(await eveAgain.orders()).toEqual([{ ...order, status: 'waiting' }]);
    expect((await answer({ formToken: result.formToken, decision: 'approve' })).status).toBe(200);
    expect(await eveAgain.orders()).toEqual([{ ...order, status: 'approved' }]);
    expect((await look()).status).toBe(410);

    // The letter is sent, and the run is at its end.
    expect((await mailTo('eve@acme.example')).text).toContain('a printing press: approved');
    await vi.waitFor(
      async () =>
        expect((await eveAgain.ask<Run>('executions/get', { executionId })).status).toBe('completed'),
      10_000,
    );
    expect(await third.stop()).toBe(0);
  },
);
