/** The stream of all events, against the real server, through a network that breaks. */
import type { FeedEvent } from '@org/approval-core';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type RetryNotice, createApprovalClient } from './index.js';
import { SIGN_OFF, TRIGGER_CONTEXT } from './test-support/definitions.js';
import { type World, createWorld } from './test-support/world.js';

const { definitionId } = SIGN_OFF;
const NO_PAUSE = { sleep: () => Promise.resolve() };

async function world(): Promise<
  World & { dispatch: () => Promise<string>; decide: (id: string) => Promise<unknown> }
> {
  const it = await createWorld();
  await it.on.definitions.create(SIGN_OFF);
  const dispatch = async () =>
    (await it.on.executions.dispatch({ definitionId, triggerContext: TRIGGER_CONTEXT })).executionId;
  const decide = async (executionId: string) => {
    const { steps } = await it.on.executions.get({ executionId });
    const { stepId } = steps.find((step) => step.status === 'waiting')!;
    return it.on.steps.recordReviewerDecision({
      ...{ executionId, stepId, reviewerId: 'maria', decision: 'approve' },
    });
  };
  return { ...it, dispatch, decide };
}

async function take(events: AsyncIterator<FeedEvent>, count: number): Promise<FeedEvent[]> {
  const taken: FeedEvent[] = [];
  while (taken.length < count) {
    const next = await events.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

test('every event once and in order, however often the connection breaks, and wherever', async () => {
  const { client, on, proxy, dispatch, decide } = await world();
  for (let run = 0; run < 5; run++) await decide(await dispatch());
  const { items } = await on.feed.list();
  const notices: RetryNotice[] = [];
  const streaming = client({ retry: NO_PAUSE, onRetry: (notice) => notices.push(notice) });
  // An event has about 400 bytes: each connection gets a little further, and breaks within an
  // event.
  proxy.cutStreamsAfter = 900;
  const events = streaming.stream({ from: 'start' });
  expect(await take(events, items.length)).toEqual(items);
  expect(notices.length).toBeGreaterThan(3);
  expect(notices.every((it) => it.path === 'events/stream' && it.error.status === 'UNAVAILABLE')).toBe(true);

  // Events during the outage are not missed either.
  proxy.cutStreamsAfter = null;
  proxy.cutStreams();
  const late = await dispatch();
  const [next] = await take(events, 1);
  expect(next).toMatchObject({ type: 'execution.dispatched', executionId: late });
  await events.return?.();
});

test('it goes on behind a position, and says where it stands', async () => {
  const { client, on, dispatch, decide } = await world();
  await decide(await dispatch());
  const { items } = await on.feed.list();
  const opened: string[] = [];
  const events = client().stream({ after: items[1]!.position, onOpen: (position) => opened.push(position) });
  expect(await take(events, items.length - 2)).toEqual(items.slice(2));
  expect(opened).toEqual([items[1]!.position]);
  await events.return?.();

  // Without `from`, events before `onOpen` are not given, later ones are.
  let stands: () => void = () => undefined;
  const standing = new Promise<void>((resolve) => (stands = resolve));
  const fresh = client().stream({ types: ['execution.dispatched'], definitionId, onOpen: () => stands() });
  const first = fresh.next();
  await standing;
  const executionId = await dispatch();
  expect((await first).value).toMatchObject({ type: 'execution.dispatched', executionId });
  await fresh.return?.();
});

test('of one run it ends with it', async () => {
  const { client, dispatch, decide, on, proxy } = await world();
  const [one, other] = [await dispatch(), await dispatch()];
  await decide(other);
  const events = client().stream({ executionId: one, from: 'start' });
  const reading = take(events, 100);
  await decide(one);
  const all = (await on.feed.list({ executionId: one })).items;
  expect(await reading).toEqual(all);
  // No event follows, and the client does not poll.
  const before = proxy.requests.length;
  expect(await take(client().stream({ executionId: one, after: all.at(-1)!.position }), 1)).toEqual([]);
  expect(proxy.requests.length).toBe(before + 1);
});

test.each<{ types?: ['execution.dispatched']; definitionId?: string }>([
  { types: ['execution.dispatched'] },
  { definitionId: 'another' },
])('of one run it ends with it, also where its last events are not asked for: %o', async (filter) => {
  const { client, dispatch, decide } = await world();
  const executionId = await dispatch();
  await decide(executionId);
  const notices: RetryNotice[] = [];
  const streaming = client({ retry: NO_PAUSE, onRetry: (notice) => notices.push(notice) });
  const events = streaming.stream({
    ...{ executionId, from: 'start', ...filter },
    signal: AbortSignal.timeout(3_000),
  });
  const types = (await take(events, 5)).map((it) => it.type);
  expect(types).toEqual(filter.types ?? []);
  // It was opened a second time; the server replied that nothing follows.
  expect(notices).toHaveLength(1);
});

test('what the engine refuses ends it; what passes does not', async () => {
  const { client, dispatch, proxy, setFault, on } = await world();
  const notFound = client().stream({ executionId: 'exec_none' }).next();
  await expect(notFound).rejects.toMatchObject({ status: 'NOT_FOUND', httpStatus: 404 });
  await expect(client().stream({ after: 'zz' }).next()).rejects.toMatchObject({
    ...{ status: 'FAILED_PRECONDITION', details: { code: 'position-ahead' } },
  });
  expect(() => client().stream({ after: '1', from: 'now' })).toThrow(TypeError);
  expect(() => client().stream({ silentMs: 0 })).toThrow(/silentMs/);

  await dispatch();
  const [first] = (await on.feed.list()).items;
  for (const fault of ['refuse', 'reset', 'html 503', 'html 429', 'rate limit'] as const) {
    await setFault(fault);
    const pauses: number[] = [];
    const events = client({
      timeoutMs: 60_000,
      retry: {
        random: () => 0.5,
        async sleep(ms) {
          pauses.push(ms);
          if (pauses.length === 4) await setFault(null);
        },
      },
    }).stream({ from: 'start' });
    expect(await take(events, 1)).toEqual([first]);
    // Doubled from 200 ms, and half of it drawn; what the server asks for comes on top.
    const asked = fault === 'rate limit' ? 2_000 : 0;
    expect(pauses).toEqual([100, 200, 400, 800].map((it) => it + asked));
    await events.return?.();
  }
  await setFault('html 404');
  await expect(client().stream().next()).rejects.toThrow(/something else than an approval engine/);
  await setFault('html 200');
  await expect(client().stream().next()).rejects.toThrow(/something else than an approval engine/);
  await setFault(null);
  expect(proxy.requests.every((it) => it.headers['x-svc-api-key'] !== undefined)).toBe(true);
});

describe('it is given up', () => {
  test('by return(), while it says nothing, with its connection', async () => {
    const { client, proxy, setFault } = await world();
    const { signal } = new AbortController();
    await setFault('hang');
    // In an object: to resolve with the promise itself would wait for it.
    const hanging = new Promise<{ readonly closed: Promise<unknown> }>((resolve) => {
      proxy.onHang = (closed) => resolve({ closed });
    });
    const events = client().stream({ signal });
    const next = events.next();
    const { closed } = await hanging;
    await events.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    await closed;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('by a signal, while it is open, with the reason of the signal', async () => {
    const { client } = await world();
    const control = new AbortController();
    let stands: () => void = () => undefined;
    const standing = new Promise<void>((resolve) => (stands = resolve));
    const next = client()
      .stream({ signal: control.signal, onOpen: () => stands() })
      .next();
    await standing;
    const reason = new Error('enough');
    control.abort(reason);
    await expect(next).rejects.toBe(reason);
    expect(getEventListeners(control.signal, 'abort')).toEqual([]);
    await expect(
      client()
        .stream({ signal: AbortSignal.abort(reason) })
        .next(),
    ).rejects.toBe(reason);
  });

  test('a silent connection, for another one', async () => {
    const { client, proxy, dispatch, on } = await world();
    proxy.silent = true;
    const events = client({
      retry: {
        async sleep() {
          proxy.silent = false;
        },
      },
    }).stream({ from: 'start', silentMs: 100 });
    await dispatch();
    expect(await take(events, 1)).toEqual((await on.feed.list({ pageSize: 1 })).items);
    expect(proxy.requests.length).toBe(2);
    await events.return?.();
  });
});

test('a token that is refused is asked for anew, once for each connection', async () => {
  const { client, token, dispatch, on } = await world();
  await dispatch();
  const asked: boolean[] = [];
  const events = client({
    async getAuthToken({ forceRefresh }) {
      asked.push(forceRefresh);
      return forceRefresh ? token({ ttlSeconds: 600 }) : 'no-token';
    },
  }).stream({ from: 'start' });
  expect(await take(events, 1)).toEqual((await on.feed.list({ pageSize: 1 })).items);
  expect(asked).toEqual([false, true]);
  await events.return?.();
  const refused = client({ getAuthToken: () => 'no-token' })
    .stream()
    .next();
  await expect(refused).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
});

test('a session sends the cookies of the platform, and no keys', async () => {
  const { proxy } = await world();
  const inits: RequestInit[] = [];
  const client = createApprovalClient({
    baseUrl: `${proxy.base}/approvals`,
    session: 'include',
    fetch(url, init) {
      inits.push(init);
      return fetch(url, init);
    },
  });
  await expect(client.definitions.list()).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  await expect(client.stream().next()).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  expect(inits.map((it) => it.credentials)).toEqual(['include', 'include']);
  for (const { headers } of proxy.requests) {
    expect(Object.keys(headers).filter((it) => it.startsWith('x-svc'))).toEqual([]);
  }
  const wrong = (options: object) => () =>
    createApprovalClient({ baseUrl: 'https://x.example', ...options } as never);
  expect(wrong({ session: 'omit' })).toThrow(/session must be "same-origin" or "include"/);
  expect(wrong({ session: 'include', apiKey: 'k' })).toThrow(/needs no keys/);
  expect(wrong({ authToken: 't' })).toThrow(/apiKey must be a text, not undefined/);
});

test('a fetch that cannot stream is said so', async () => {
  const { client } = await world();
  const without = client({
    async fetch(url, init) {
      const { status, headers, text } = await fetch(url, init);
      return { status, headers, text: () => text() };
    },
  });
  await expect(without.stream().next()).rejects.toThrow(/gives its answers no `body`/);
});

/** A client whose connections return these texts in order; it records the requests. */
function scripted(...texts: readonly string[]) {
  const asked: (string | null)[] = [];
  const client = createApprovalClient({
    ...{ baseUrl: 'https://api.example.com', apiKey: 'key', authToken: 'token', retry: NO_PAUSE },
    fetch: (url) => {
      const text = texts[asked.push(new URL(url).searchParams.get('after')) - 1] ?? '';
      const headers = { 'content-type': 'text/event-stream' };
      return Promise.resolve(
        text === '' ? new Response(null, { status: 204 }) : new Response(text, { headers }),
      );
    },
  });
  return { client, asked };
}

const blockOf = (position: string, data: string) => `id: ${position}\ndata: ${data}\n\n`;

test('an event that came broken is asked for again, and not taken for given', async () => {
  const [first, second] = ['1', '2'].map((position) => JSON.stringify({ position, type: 'step.completed' }));
  const { client, asked } = scripted(
    blockOf('1', first!) + blockOf('2', second!.slice(0, 9)),
    blockOf('2', second!),
  );
  expect(await take(client.stream(), 3)).toMatchObject([{ position: '1' }, { position: '2' }]);
  expect(asked).toEqual([null, '1', '2']);
});

test('an event that comes again, or late, is given once', async () => {
  const at = (position: string) => blockOf(position, JSON.stringify({ position, type: 'step.completed' }));
  const { client } = scripted(at('1') + at('2') + at('2'), at('1') + at('2') + at('3'));
  const given = await take(client.stream(), 4);
  expect(given.map((it) => it.position)).toEqual(['1', '2', '3']);
});

test('what onOpen throws ends the stream, and is not taken for a connection that broke', async () => {
  const { client, asked } = scripted(...Array.from({ length: 3 }, () => 'id: 1\n\n'));
  const wrong = new TypeError('the list of the page is not there yet');
  const onOpen = () => {
    throw wrong;
  };
  await expect(client.stream({ onOpen }).next()).rejects.toBe(wrong);
  expect(asked).toHaveLength(1);
});
