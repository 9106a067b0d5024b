/** Streams of events: how many there may be, and what becomes of a reader that does not read. */
import { ApprovalError } from '@org/approval-core';
import { HOSTING_LIMITS } from '@org/approval-core/definition';
import { createTestEngine } from '@org/approval-testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type HttpResponse, ROLES, createHandler } from '../index.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const RECHECK_MS = 20;

/** A server whose callers are who they say they are, until their session is over. */
function world() {
  const it = createTestEngine();
  const session = { isOver: false, checks: 0 };
  const handler = createHandler({
    engine: it.engine,
    rateLimiter: false,
    recheckMs: RECHECK_MS,
    authenticate: async ({ headers }) => {
      session.checks += 1;
      if (session.isOver) throw new ApprovalError('UNAUTHENTICATED', 'the session is over');
      const expiresAt = Number(headers['x-expires-at'] ?? Date.now() + 60_000);
      const workspaceId = String(headers['x-workspace']);
      const subject = String(headers['x-subject'] ?? 'root');
      return { workspaceId, subject, permissions: new Set(ROLES.admin), expiresAt };
    },
  });
  let opened = 0;
  /** Each stream is of another subject, unless it is said. */
  const open = (workspaceId: string, query = '', headers: Record<string, string> = {}) =>
    handler({
      method: 'GET',
      path: '/v2/workflow/events/stream',
      query,
      headers: { 'x-workspace': workspaceId, 'x-subject': `u${++opened}`, ...headers },
      remoteAddress: null,
      body: { kind: 'none' } as never,
    });
  /** Runs of one agent; the events of each are a few. */
  const dispatch = async (workspaceId: string, count: number): Promise<void> => {
    const { definitions, executions } = it.engine.forWorkspace(workspaceId);
    await definitions.ensure({
      definitionId: 'check',
      name: 'Check',
      nodes: [{ nodeId: 'spelling', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } }],
      edges: [],
    });
    const triggerContext = { url: 'https://example.com' };
    await Promise.all(
      Array.from({ length: count }, () => executions.dispatch({ definitionId: 'check', triggerContext })),
    );
    await it.drain();
  };
  /** Runs all pending microtasks and immediate callbacks. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...it, session, open, dispatch, settle };
}

const readerOf = ({ stream }: HttpResponse): AsyncIterator<string | Uint8Array> => {
  if (stream === undefined) throw new Error('this is not a stream');
  return stream[Symbol.asyncIterator]();
};
const close = (response: HttpResponse) => readerOf(response).return?.();

test('one workspace has 100 streams, and a closed one makes room', async () => {
  const { open, engine } = world();
  const opened = [];
  for (let index = 0; index < HOSTING_LIMITS.workspaceStreams; index++) opened.push(await open('main'));
  expect(new Set(opened.map((it) => it.status))).toEqual(new Set([200]));
  const refused = await open('main');
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  expect(JSON.parse(refused.body)).toMatchObject({ error: { status: 'RESOURCE_EXHAUSTED' } });
  const elsewhere = await open('other');
  expect(elsewhere.status).toBe(200);
  await close(opened[0]!);
  const again = await open('main');
  expect(again.status).toBe(200);
  expect((await open('main')).status).toBe(429);
  for (const it of [...opened, elsewhere, again]) await close(it);
  await engine.stop();
});

test('one subject has 25 streams of a workspace, and its colleagues have theirs', async () => {
  const { open, engine } = world();
  const asAnn = { 'x-subject': 'ann' };
  const opened = [];
  for (let index = 0; index < HOSTING_LIMITS.subjectStreams; index++)
    opened.push(await open('main', '', asAnn));
  expect(new Set(opened.map((it) => it.status))).toEqual(new Set([200]));
  expect(await open('main', '', asAnn)).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
  const others = [await open('main'), await open('other', '', asAnn)];
  expect(others.map((it) => it.status)).toEqual([200, 200]);
  await close(opened[0]!);
  const again = await open('main', '', asAnn);
  expect(again.status).toBe(200);
  for (const it of [...opened, ...others, again]) await close(it);
  await engine.stop();
});

test('a process has 1,000 streams, of however many workspaces', async () => {
  const { open, engine } = world();
  const opened = [];
  for (let index = 0; index < HOSTING_LIMITS.streams; index++) opened.push(await open(`w${index % 20}`));
  expect(opened.every((it) => it.status === 200)).toBe(true);
  expect((await open('w99')).status).toBe(429);
  await close(opened[7]!);
  const again = await open('w99');
  expect(again.status).toBe(200);
  for (const it of [...opened, again]) await close(it);
  await engine.stop();
});

test('of one run, under another definition than its own: nothing, and it ends with the run', async () => {
  const { open, dispatch, engine } = world();
  await dispatch('main', 1);
  const { items } = await engine.forWorkspace('main').executions.list();
  const of = (definitionId: string) =>
    open('main', `executionId=${items[0]?.executionId}&definitionId=${definitionId}&from=start`);
  const all = async (response: HttpResponse) => {
    const texts: string[] = [];
    for await (const part of response.stream ?? []) texts.push(part);
    return texts.join('');
  };
  expect(await all(await of('check'))).toContain('event: execution.completed');
  expect(await all(await of('other'))).toBe('id: 00000000000\n\nid: 00000000003\n\n');
  await engine.stop();
});

describe('a reader that falls behind', () => {
  /** More than a stream holds. */
  const RUNS = 600;
  const STALLED_MS = 5_000;

  async function everything(reader: AsyncIterator<string | Uint8Array>, between: () => Promise<void>) {
    const positions: string[] = [];
    for (;;) {
      const read = await reader.next();
      if (read.done === true) return positions;
      const text = String(read.value);
      if (text.includes('\nevent: ')) positions.push(/^id: (\w+)\n/.exec(text)?.[1] ?? '');
      if (/"type":"execution.completed"/.test(text)) await between();
    }
  }

  test('that takes nothing is let go, and what was held for it with it', async () => {
    const { open, dispatch, settle, engine } = world();
    const response = await open('main');
    const reader = readerOf(response);
    await reader.next();
    await dispatch('main', RUNS);
    await settle();
    // It has from one look to the next.
    vi.advanceTimersByTime(STALLED_MS);
    await settle();
    vi.advanceTimersByTime(STALLED_MS);
    expect(await reader.next()).toMatchObject({ done: true });
    // Its place is free again.
    const others = [];
    for (let index = 0; index < HOSTING_LIMITS.workspaceStreams; index++) others.push(await open('main'));
    expect(others.every((it) => it.status === 200)).toBe(true);
    for (const it of others) await close(it);
    await engine.stop();
  });

  test('is asked about as often as anybody else, and is given nothing once it may not go on', async () => {
    const { open, dispatch, settle, engine, session } = world();
    const reader = readerOf(await open('main'));
    await reader.next();
    await dispatch('main', RUNS);
    await settle();
    // The queue is as full as a stream allows.
    const before = session.checks;
    await vi.waitFor(() => expect(session.checks).toBeGreaterThan(before + 2));
    const read = String((await reader.next()).value);
    expect(read).toContain('event: execution.dispatched');
    session.isOver = true;
    const asked = session.checks;
    await vi.waitFor(() => expect(session.checks).toBeGreaterThan(asked));
    await settle();
    expect(await reader.next()).toMatchObject({ done: true });
    await engine.stop();
  });

  test('is given nothing after the end of its token', async () => {
    const { open, dispatch, settle, engine } = world();
    const expiresAt = Date.now() + 1_500;
    const reader = readerOf(await open('main', '', { 'x-expires-at': String(expiresAt) }));
    await reader.next();
    await dispatch('main', 10);
    await settle();
    expect(String((await reader.next()).value)).toContain('event: execution.dispatched');
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(expiresAt + 50), { timeout: 3_000 });
    expect(await reader.next()).toMatchObject({ done: true });
    await engine.stop();
  });

  test('that is slow, but reads, gets every event once and in order, and goes on where it was', async () => {
    const { open, dispatch, settle, engine, advance } = world();
    const reader = readerOf(await open('main'));
    await dispatch('main', RUNS);
    const { feed } = engine.forWorkspace('main');
    const all: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await feed.list({ pageSize: 500, ...(after !== undefined && { after }) });
      all.push(...page.items.map((it) => it.position));
      if (!page.hasMore) break;
      after = page.nextPosition;
    }
    expect(all.length).toBeGreaterThan(HOSTING_LIMITS.streamEvents);
    let completed = 0;
    const reading = everything(reader, async () => {
      completed += 1;
      if (completed % 50 === 0) {
        await settle();
        vi.advanceTimersByTime(STALLED_MS);
      }
      if (completed === RUNS) await reader.return?.();
    });
    await advance(1_000);
    expect(await reading).toEqual(all);
    // Another connection begins where the first one stopped.
    const half = all[700] ?? '';
    const resumed = readerOf(await open('main', '', { 'last-event-id': half }));
    expect(String((await resumed.next()).value)).toBe(`id: ${half}\n\n`);
    expect(String((await resumed.next()).value)).toContain(`id: ${all[701]}\n`);
    await resumed.return?.();
    await engine.stop();
  });
});
