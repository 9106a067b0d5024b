/** Webhook nodes and channels reach no address that is not public, however it is written. */
import { type NetConnectOpts, type Socket, connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ADDRESSES,
  INVALID_HOSTS,
  PRIVATE_NAMES,
  SPELLINGS,
} from '../../../packages/webhooks/src/test-support/addresses.js';
import { attackedKit, callNode, noticeNode } from './kit.js';

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);
const NOT_PUBLIC = [...ADDRESSES.local, ...ADDRESSES.special];
/** A definition cannot contain a NUL. */
const HOSTS = [
  ...NOT_PUBLIC.map(inUrl),
  ...Object.keys(SPELLINGS),
  ...PRIVATE_NAMES,
  ...INVALID_HOSTS,
].filter((it) => !it.includes('\0'));

let connected = 0;
const dial = (options: NetConnectOpts): Socket => connect(options).once('connect', () => (connected += 1));
/** `n7.example.com` has the address 7 of the collection. */
const resolver = (name: string) =>
  Promise.resolve([{ address: NOT_PUBLIC[Number(/^n(\d+)\./.exec(name)?.[1])] ?? '' }]);
const { engine, run } = attackedKit({ dial, resolver });
afterAll(() => engine.stop());

const URLS: readonly [string, (host: string) => string][] = [
  ['literal', (host) => `https://${host}/h`],
  ['with templates behind it', (host) => `https://${host}/{{execution.input.a}}?q={{execution.input.b}}`],
  ['with a port', (host) => `https://${host}:8443/{{step.nodeId}}`],
];

describe('a URL that names the address', () => {
  test.each(URLS)('of a node is refused when it is written: %s', async (_, urlOf) => {
    const accepted: string[] = [];
    for (const host of HOSTS) {
      const nodes = [callNode({ url: urlOf(host) })];
      const draft = { definitionId: 'flow', name: 'Flow', nodes, edges: [] };
      const { valid } = await engine.definitions.validate(draft);
      if (valid) accepted.push(host);
    }
    expect(accepted).toEqual([]);
  });

  test.each(['hook', 'slack'])(
    'of the channel %s fails its step without a retry',
    async (channel) => {
      const reached: string[] = [];
      for (const host of HOSTS) {
        const data = { url: `https://${host}/h` };
        const { step } = await run(noticeNode({ channel, body: { text: 'x' }, data }));
        const { error, output } = step;
        if (error?.code !== 'notification-failed' || output?.['attempts'] !== 1) reached.push(host);
      }
      expect(reached).toEqual([]);
      expect(connected).toBe(0);
    },
    60_000,
  );
});

describe('a public name that resolves to the address', () => {
  const names = NOT_PUBLIC.map((_, index) => `n${index}.example.com`);

  test('fails the step of a node at once, and no socket is opened', async () => {
    const wrong: unknown[] = [];
    for (const name of names) {
      const { step } = await run(callNode({ url: `https://${name}/{{execution.input.a}}` }), { a: 'x' });
      if (step.error?.code !== 'webhook-not-allowed') wrong.push([name, step.status, step.error]);
    }
    expect(wrong).toEqual([]);
    expect(connected).toBe(0);
  }, 60_000);

  test('fails the step of a channel at once, and no socket is opened', async () => {
    const wrong: unknown[] = [];
    for (const name of names) {
      const data = { url: `https://${name}/{{execution.input.a}}` };
      const { step } = await run(noticeNode({ channel: 'hook', body: { text: 'x' }, data }), { a: 'x' });
      const { error, output } = step;
      if (error?.code !== 'notification-failed' || output?.['attempts'] !== 1) wrong.push([name, error]);
    }
    expect(wrong).toEqual([]);
    expect(connected).toBe(0);
  }, 60_000);
});

test.each([
  'https://{{execution.input.host}}/x',
  'https://api.{{execution.input.host}}/x',
  'https://api.example.com{{execution.input.host}}/x',
  'https://api.example.com:{{execution.input.host}}/x',
  'https://{{execution.input.host}}@api.example.com/x',
  '{{execution.input.host}}',
  'https:{{execution.input.host}}',
])('a template in the origin is refused when it is written: %s', async (url) => {
  const draft = { definitionId: 'flow', name: 'Flow', nodes: [callNode({ url })], edges: [] };
  expect(await engine.definitions.validate(draft)).toMatchObject({ valid: false });
});
