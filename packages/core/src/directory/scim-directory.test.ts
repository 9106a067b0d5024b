/** Against a real HTTP server that speaks as much SCIM as a directory asks. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DirectoryContext } from '../ports/directory.js';
import { scimDirectory } from './scim-directory.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
interface User {
  readonly id: string;
  readonly userName: string;
  readonly groups?: readonly { value: string }[];
  readonly roles?: readonly { value: string }[];
  readonly active?: boolean | string;
  readonly [ENTERPRISE]?: { readonly manager?: { value: string } | string; readonly limit?: number };
}
const member = (index: number): User => ({
  id: `i${index}`,
  userName: `u${index}`,
  groups: [{ value: 'g1' }],
});
const USERS: readonly User[] = [
  { id: '1', userName: 'ann', roles: [{ value: 'counsel' }], [ENTERPRISE]: { limit: 5_000 } },
  { id: '2', userName: 'bob "the" builder', [ENTERPRISE]: { manager: { value: '1' } } },
  ...Array.from({ length: 25 }, (_, index) => member(index)),
];
/** Some have left, whichever way an endpoint says so. */
const LEFT: readonly User[] = [
  { id: 'l1', userName: 'fay', active: false, groups: [{ value: 'g2' }], roles: [{ value: 'buyer' }] },
  { id: 'l2', userName: 'kim', active: 'False', groups: [{ value: 'g2' }], roles: [{ value: 'buyer' }] },
  {
    id: 'l3',
    userName: 'gus',
    active: true,
    groups: [{ value: 'g2' }],
    [ENTERPRISE]: { manager: { value: 'l1' } },
  },
  { id: 'l4', userName: 'hal', active: 'True', groups: [{ value: 'g2' }], [ENTERPRISE]: { manager: '1' } },
];
const GROUPS = [
  { id: 'g1', displayName: 'Finance' },
  { id: 'g2', displayName: 'Purchase', members: LEFT.map(({ id }) => ({ value: id })) },
  { id: 'g3', displayName: 'Twice' },
  { id: 'g4', displayName: 'Twice' },
];

/** `attribute eq "value"`, as the page of the standard has it. */
function matching(filter: string): (resource: object) => boolean {
  const [, attribute = '', text = '""'] = /^([\w.]+) eq (".*")$/.exec(filter) ?? [];
  const [first = '', second] = attribute.split('.');
  const wanted: unknown = JSON.parse(text);
  return (resource) => {
    const value = (resource as Record<string, unknown>)[first];
    if (second === undefined) return value === wanted;
    return Array.isArray(value) && value.some((it: Record<string, unknown>) => it[second] === wanted);
  };
}

let server: Server;
let baseUrl: string;
let requests: { url: URL; authorization: string | undefined }[];
/** Faults of the first requests. */
let faults: (number | 'hang' | 'reset' | 'text')[];

beforeEach(async () => {
  requests = [];
  faults = [];
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requests.push({ url, authorization: request.headers.authorization });
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'text') return void response.end('<html>');
    if (fault !== undefined) return void response.writeHead(fault, { 'retry-after': '0' }).end('{}');
    const [, , kind, id] = url.pathname.split('/');
    const all: readonly { id: string }[] = kind === 'Users' ? [...USERS, ...LEFT] : GROUPS;
    if (id !== undefined) {
      const one = all.find((it) => it.id === id);
      return void response.writeHead(one === undefined ? 404 : 200).end(JSON.stringify(one ?? {}));
    }
    const found = all.filter(matching(url.searchParams.get('filter') ?? ''));
    const start = Number(url.searchParams.get('startIndex')) - 1;
    const page = found.slice(start, start + Math.min(10, Number(url.searchParams.get('count'))));
    response.end(JSON.stringify({ totalResults: found.length, Resources: page }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scim`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const context = (signal = new AbortController().signal): DirectoryContext => ({
  ...{ workspaceId: 'w', organizationId: null, executionId: 'e', stepId: 's' },
  signal,
});
const open = (more: object = {}) => scimDirectory({ baseUrl, retryDelayMs: 1, ...more });

describe('what it says', () => {
  test('the members of a group, page after page', async () => {
    const members = await open({ pageSize: 7 }).members({ kind: 'group', name: 'Finance' }, context());
    expect(members).toEqual(Array.from({ length: 25 }, (_, index) => `u${index}`));
    expect(requests.filter((it) => it.url.pathname.endsWith('/Users'))).toHaveLength(4);
  });

  test('an unknown group, and a role without holders, are null', async () => {
    expect(await open().members({ kind: 'group', name: 'Nobody' }, context())).toBeNull();
    expect(await open().members({ kind: 'role', name: 'nobody' }, context())).toBeNull();
    expect(await open().members({ kind: 'role', name: 'counsel' }, context())).toEqual(['ann']);
  });

  test('managers and attributes, for names with any characters', async () => {
    expect(await open().managerOf('bob "the" builder', context())).toBe('ann');
    expect(await open().managerOf('ann', context())).toBeNull();
    expect(await open().attributesOf('ann', context())).toMatchObject({ userName: 'ann', limit: 5_000 });
    expect(await open().attributesOf('stranger', context())).toBeNull();
  });

  test('headers are asked for with each request', async () => {
    let calls = 0;
    const headers = async () => ({ authorization: `Bearer ${(calls += 1)}` });
    await open({ headers }).members({ kind: 'group', name: 'Finance' }, context());
    expect(requests.map((it) => it.authorization)).toEqual(requests.map((_, index) => `Bearer ${index + 1}`));
  });
});

test.each([Infinity, '30d', 2 ** 31])(
  'a timeoutMs of %s, which no timer can wait for, is refused',
  (timeoutMs) => {
    expect(() => open({ timeoutMs })).toThrow(/timeoutMs must be .* at most 2147483647/);
  },
);

describe('people who have left', () => {
  test('are not members, holders of a role or managers', async () => {
    const directory = open();
    expect(await directory.members({ kind: 'group', name: 'Purchase' }, context())).toEqual(['gus', 'hal']);
    expect(await directory.members({ kind: 'role', name: 'buyer' }, context())).toBeNull();
    expect(await directory.managerOf('gus', context())).toBeNull();
    // A manager may be named without an object around the id.
    expect(await directory.managerOf('hal', context())).toBe('ann');
  });

  test('are not members where an endpoint does not filter by groups, and the group lists them', async () => {
    const fetchWithout: typeof fetch = (input, init) =>
      (input instanceof Request ? input.url : input.toString()).includes('groups.value')
        ? Promise.resolve(new Response('{}', { status: 400 }))
        : fetch(input, init);
    const directory = open({ fetch: fetchWithout });
    expect(await directory.members({ kind: 'group', name: 'Purchase' }, context())).toEqual(['gus', 'hal']);
  });
});

test('of several groups of one name none is taken', async () => {
  await expect(open().members({ kind: 'group', name: 'Twice' }, context())).rejects.toThrow(
    /several groups where displayName eq "Twice"/,
  );
});

describe('what goes wrong', () => {
  const ask = (more: object = {}) => open(more).members({ kind: 'role', name: 'counsel' }, context());

  test.each([[[503, 429]], [['reset', 500]], [['hang', 502]]] as const)('%j is tried again', async (list) => {
    faults = [...list];
    expect(await ask({ timeoutMs: 200 })).toEqual(['ann']);
    expect(requests).toHaveLength(3);
  });

  test('but not for ever', async () => {
    faults = [500, 500, 500];
    await expect(ask()).rejects.toThrow('answered 500');
    expect(requests).toHaveLength(3);
  });

  test('what is refused, or no JSON, is not tried again', async () => {
    faults = [401];
    await expect(ask()).rejects.toThrow('refused /scim/Users with 401');
    faults = ['text'];
    await expect(ask()).rejects.toThrow('invalid JSON');
    expect(requests).toHaveLength(2);
  });

  test('a signal that is aborted ends it', async () => {
    faults = ['hang'];
    const controller = new AbortController();
    const asked = open().members({ kind: 'role', name: 'counsel' }, context(controller.signal));
    await expect.poll(() => requests.length).toBe(1);
    controller.abort(new Error('the step has ended'));
    await expect(asked).rejects.toThrow('the step has ended');
    expect(requests).toHaveLength(1);
  });

  test.each([{ baseUrl: 'ftp://x' }, { userIdAttribute: 'a b' }, { retryCount: 11 }, { colour: 'red' }])(
    '%j is refused at once',
    (wrong) => {
      expect(() => open(wrong)).toThrow(TypeError);
    },
  );
});
