/** The store behind the components, without React, against a real server. */
import { ApprovalClientError, createApprovalClient } from '@org/approval-client';
import { expect, test, vi } from 'vitest';
import { LiveStore, type Query } from './live-store.js';
import { LETTER, product } from './test-support/product.js';

const LINGER_MS = 1_000;

test.each([
  [Infinity, true],
  [2_592_000_000, true],
  [60_000, false],
])(
  'with a pollMs of %d nothing is asked in between (the stream is refused: %s)',
  async (pollMs, isRefused) => {
    let [loads, opened] = [0, 0];
    const next = () => {
      opened += 1;
      return isRefused ? Promise.reject(new Error('refused')) : Promise.resolve({ done: true });
    };
    const stream = () => ({ [Symbol.asyncIterator]: () => ({ next }) });
    const store = new LiveStore({ stream } as never, { pollMs });
    const load = async () => (loads += 1);
    const leave = store.watch({ key: 'a', load, concerns: () => true }, () => undefined);
    await vi.waitFor(() => expect(loads).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([loads, opened]).toEqual([1, 1]);
    leave();
  },
);

test('entries without watchers are not read again, however many there were', async () => {
  const { engine, url } = await product();
  await engine.definitions.create(LETTER);
  const client = createApprovalClient({
    ...{ baseUrl: `${url}approvals`, session: 'same-origin' },
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...init.headers, cookie: 'session=ann' } }),
  });
  const store = new LiveStore(client, { pollMs: 3_600_000 });
  const read: string[] = [];
  const inbox = (definitionId: string): Query<unknown> => ({
    key: definitionId,
    load: (signal) => {
      read.push(definitionId);
      return client.steps.listWaiting({ definitionId }, { signal });
    },
    concerns: () => true,
  });
  const isRead = (definitionId: string) =>
    vi.waitFor(() => expect(store.snapshot(inbox(definitionId)).data).not.toBe(null));
  const leave = store.watch(inbox('letter'), () => undefined);
  await isRead('letter');
  // A search starts a new query with each typed letter.
  for (const definitionId of ['one', 'two', 'three', 'four']) {
    const leaveThis = store.watch(inbox(definitionId), () => undefined);
    await isRead(definitionId);
    leaveThis();
  }
  read.length = 0;
  await engine.executions.dispatch({ definitionId: 'letter' });
  await vi.waitFor(() => expect(store.snapshot(inbox('letter')).data).toMatchObject({ items: [{}] }));
  expect(new Set(read)).toEqual(new Set(['letter']));

  // An entry watched again within a moment is kept with its data; later it is forgotten.
  const leaveTwo = store.watch(inbox('two'), () => undefined);
  expect(store.snapshot(inbox('two')).data).not.toBe(null);
  await vi.waitFor(() => expect(read).toContain('two'));
  await vi.waitFor(() => expect(store.snapshot(inbox('four')).data).toBe(null), LINGER_MS + 2_000);
  expect(store.snapshot(inbox('two')).data).not.toBe(null);
  expect(store.snapshot(inbox('letter')).isLive).toBe(true);
  leaveTwo();
  leave();
});

/** A client whose streams the test opens and breaks itself, and behind what each was asked for. */
function manual() {
  interface Stream {
    readonly after: string | undefined;
    readonly open: (position: string) => void;
    readonly breakOff: (error: Error) => void;
  }
  const streams: Stream[] = [];
  const stream = ({ after, onOpen }: { after?: string; onOpen: (position: string) => void }) => {
    let breakOff: Stream['breakOff'] = () => undefined;
    const broken = new Promise<never>((_, reject) => (breakOff = reject));
    streams.push({ after, open: onOpen, breakOff });
    return { [Symbol.asyncIterator]: () => ({ next: () => broken }) };
  };
  const streamed = (count: number) =>
    vi.waitFor(() => {
      expect(streams).toHaveLength(count);
      return streams[count - 1]!;
    });
  return { store: new LiveStore({ stream } as never, { pollMs: 3_600_000 }), streamed };
}

test('what could not be read is read again when the stream stands again', async () => {
  const { store, streamed } = manual();
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('away');
    return loads;
  };
  const query = { key: 'a', load, concerns: () => false };
  const leave = store.watch(query, () => undefined);
  const { open } = await streamed(1);
  open('1');
  await vi.waitFor(() => expect(store.snapshot(query).error).toMatchObject({ message: 'away' }));
  open('1');
  await vi.waitFor(() => expect(store.snapshot(query)).toMatchObject({ data: 2, error: null }));
  // Entries that are already read are not read again for that.
  open('1');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(loads).toBe(2);
  leave();
});

test('where the position is lost everything is read anew, and followed from there', async () => {
  const { store, streamed } = manual();
  let loads = 0;
  const query = { key: 'a', load: async () => (loads += 1), concerns: () => false };
  const leave = store.watch(query, () => undefined);
  const first = await streamed(1);
  expect(first.after).toBe(undefined);
  first.open('7');
  await vi.waitFor(() => expect(loads).toBe(1));
  const details = { code: 'position-expired' };
  first.breakOff(new ApprovalClientError('FAILED_PRECONDITION', 'retention took it', { details }));
  const second = await streamed(2);
  expect(second.after).toBe(undefined);
  second.open('90');
  await vi.waitFor(() => expect(loads).toBe(2));
  leave();
});

test('a stream that a proxy holds back keeps reading from beginning for two seconds at most', async () => {
  const { store, streamed } = manual();
  let loads = 0;
  const query = { key: 'a', load: async () => (loads += 1), concerns: () => false };
  const leave = store.watch(query, () => undefined);
  const { open } = await streamed(1);
  await vi.waitFor(() => expect(store.snapshot(query)).toMatchObject({ data: 1, isLive: false }), 4_000);
  // Data read before the stream opened may be out of date.
  open('1');
  await vi.waitFor(() => expect(store.snapshot(query)).toMatchObject({ data: 2, isLive: true }));
  leave();
});
