/** Attacks below the level of requests: malformed bytes, each with the expected outcome. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { RawConnection, head } from '../../packages/http/src/test-support/raw-http.js';
import type { Finding } from './finding.js';
import { ASKING, linkOf } from './live-link.js';
import { caller, credentials } from './target/client.js';
import type { Address } from './target/subject.js';
import type { Target } from './target/target.js';

const LIST = '/v2/workflow/definitions/list';
const CALLBACK = '/v2/workflow/webhook-inbound/callback';
const STREAM = '/v2/workflow/events/stream';
const MIB = 1_048_576;
/** Time in ms after which an open connection hangs, unless intended. */
const PATIENCE_MS = 60_000;

interface Wire {
  readonly address: Address;
  readonly port: number;
  readonly open: () => Promise<RawConnection>;
}
type Attack = (wire: Wire) => Promise<string | null>;

const soon = async <T>(what: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing in ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  return Promise.race([what, late]).finally(() => clearTimeout(timer));
};

/** Sends bytes on a new connection and returns a fault of the status, or null. */
const answered =
  (statuses: readonly number[], bytes: (wire: Wire) => readonly (string | Uint8Array)[]): Attack =>
  async (wire) => {
    const connection = await wire.open();
    for (const it of bytes(wire)) void connection.write(it);
    const answer = await soon(connection.answer());
    connection.destroy();
    // A server may also close without a response.
    if (answer === null) return statuses.includes(0) ? null : 'it closed without an answer';
    return statuses.includes(answer.status) ? null : `${answer.status}, not ${statuses.join(' or ')}`;
  };

const posting = ({ address }: Wire, headers: Record<string, string>, path = LIST) =>
  head('POST', path, { ...credentials(address), ...headers });
const body =
  (text: string | Uint8Array, headers: Record<string, string> = {}, path = LIST) =>
  (wire: Wire) => [
    posting(wire, { ...headers, 'content-length': String(Buffer.byteLength(text)) }, path),
    text,
  ];
const nested = (levels: number) => `{"data":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;

/** One response to two requests in one: a second response means request smuggling. */
const smuggled =
  (headers: string): Attack =>
  async (wire) => {
    const connection = await wire.open();
    const hidden = `POST ${LIST} HTTP/1.1\r\nhost: x\r\nx-request-id: smuggled\r\ncontent-length: 2\r\n\r\n{}`;
    const own = Object.entries(credentials(wire.address)).map(([name, value]) => `${name}: ${value}\r\n`);
    void connection.write(
      `POST ${LIST} HTTP/1.1\r\nhost: x\r\n${own.join('')}${headers}\r\n0\r\n\r\n${hidden}`,
    );
    const first = await soon(connection.answer());
    const second = first === null || first.status === 400 ? null : await soon(connection.answer());
    connection.destroy();
    return second?.headers['x-request-id'] === 'smuggled' ? 'the request inside was answered' : null;
  };

/** Connections that start and stop; the server answers others meanwhile. */
const holding =
  (count: number, bytes: (wire: Wire) => string): Attack =>
  async (wire) => {
    const held = await Promise.all(Array.from({ length: count }, wire.open));
    for (const it of held) void it.write(bytes(wire));
    const other = await soon(caller(wire.address)('definitions/list', {}));
    for (const it of held) it.destroy();
    return other.status === 200 ? null : `meanwhile others got ${other.status} ${other.fault}`;
  };

/** Callers that leave within the request or before the response. */
const leaving =
  (count: number, bytes: (wire: Wire) => readonly (string | Uint8Array)[]): Attack =>
  async (wire) => {
    for (let it = 0; it < count; it++) {
      const connection = await wire.open();
      for (const part of bytes(wire)) await connection.write(part);
      connection.destroy();
    }
    const after = await soon(caller(wire.address)('definitions/list', {}));
    return after.status === 200 ? null : `afterwards others got ${after.status} ${after.fault}`;
  };

/** Statuses of refusals. */
const REFUSED = [400, 401, 404, 405, 410, 413];
const getting = (path: string) => (wire: Wire) => [head('GET', path, credentials(wire.address))];

/** Abnormal form fields for a valid link, whose page must still render afterwards. */
const posted =
  (fields: string): Attack =>
  async (wire) => {
    const token = await soon(linkOf(wire.address));
    const path = `/v2/decide/${token}`;
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(fields.length),
    };
    const fault = await answered(REFUSED, () => [head('POST', path, form), fields])(wire);
    return fault ?? answered([200], () => [head('GET', path, {})])(wire);
  };

/** Event streams that are never read, during many events; others are served. */
const unread =
  (count: number): Attack =>
  async (wire) => {
    const [ask = ''] = getting(STREAM)(wire);
    // Sockets without a reader, so they fill up.
    const held = await Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect(wire.port, '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(ask);
        return socket;
      }),
    );
    const call = caller(wire.address);
    const made = await soon(
      Promise.all(
        Array.from({ length: EVENTFUL_RUNS }, () => call('executions/dispatch', { definitionId: 'flow' })),
      ),
    );
    const refused = made.find(({ status }) => status !== 200);
    for (const it of held) it.destroy();
    return refused === undefined ? null : `others got ${refused.status} ${refused.fault}${refused.body}`;
  };
/** Runs with more events than a stream buffers for a reader. */
const EVENTFUL_RUNS = 600;

const WIRE_ATTACKS: Readonly<Record<string, Attack>> = {
  'content-length and chunks': smuggled('content-length: 5\r\ntransfer-encoding: chunked\r\n'),
  'chunks, spelled otherwise': smuggled('content-length: 5\r\ntransfer-encoding: xchunked\r\n'),
  'chunks behind a space': smuggled('content-length: 5\r\ntransfer-encoding : chunked\r\n'),
  'two lengths': smuggled('content-length: 5\r\ncontent-length: 0\r\n'),
  'a length with a sign': smuggled('content-length: +5\r\n'),
  'a header that goes on in the next line': smuggled(
    'x: y\r\n transfer-encoding: chunked\r\ncontent-length: 5\r\n',
  ),
  '200 bodies that stop': holding(200, (wire) => `${posting(wire, { 'content-length': '1000' })}{"data"`),
  '200 heads that stop': holding(200, () => `POST ${LIST} HTTP/1.1\r\nhost: x\r\nx-a: `),
  '50 callers who leave within a body': leaving(50, (wire) => [
    posting(wire, { 'content-length': '1000' }),
    '{"d',
  ]),
  '50 callers who leave before the answer': leaving(50, body('{"data":{}}')),
  'a body that says it is gzip': answered([400, 415], body('\x1f\x8b\x08', { 'content-encoding': 'gzip' })),
  'UTF-16': answered([400], body(Buffer.from('{"data":{}}', 'utf16le'))),
  '500,000 levels': answered([400], body(nested(500_000))),
  '70 levels of objects': answered([400], body(`{"data":${'{"a":'.repeat(70)}1${'}'.repeat(71)}`)),
  'a body a byte too long': answered([413], body('{"data":{}}'.padEnd(MIB + 1))),
  '8 MiB': answered([413], body(new Uint8Array(8 * MIB))),
  '64 MiB announced, and 12 sent': answered([0, 413], (wire) => [
    posting(wire, { 'content-length': String(64 * MIB) }),
    new Uint8Array(12 * MIB),
  ]),
  '12 MiB in chunks without an end': answered([0, 413], (wire) => [
    posting(wire, { 'transfer-encoding': 'chunked' }),
    ...Array.from({ length: 12 }, () => Buffer.from(`100000\r\n${'x'.repeat(MIB)}\r\n`)),
  ]),
  'a header of 64 KiB': answered([0, 431], (wire) => [posting(wire, { 'x-long': 'x'.repeat(65_536) })]),
  '5,000 headers': answered([0, 200, 400, 431], (wire) => [
    posting(wire, Object.fromEntries(Array.from({ length: 5_000 }, (_, it) => [`x-${it}`, '']))),
  ]),
  'a token of 12 KiB': answered(
    [401],
    body('{"data":{}}', { 'x-svc-auth-token': `a.${'x'.repeat(12_000)}.b` }),
  ),
  'nobody, with 1 MB of brackets': answered([401, 413], body('['.repeat(1_000_000), {}, CALLBACK)),
  'nobody, with broken JSON': answered([401], body('{"status":', {}, CALLBACK)),
  'no HTTP at all': answered([0, 400], () => ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n']),
  'an unknown method': answered([0, 400], () => ['SMASH / HTTP/1.1\r\nhost: x\r\n\r\n']),
  '/health, with all that it does not look at': answered([200], (wire) => [
    head('GET', `/health?${'x=y&'.repeat(1_500)}`, {
      ...credentials(wire.address),
      'x-svc-auth-token': `a.${'x'.repeat(4_000)}.b`,
      'content-length': '100000',
    }),
    'x'.repeat(100_000),
  ]),
  '/health, to be changed': answered(REFUSED, () => [head('POST', '/health', { 'content-length': '0' })]),
  'a stream from nowhere': answered([400], getting(`${STREAM}?after=${'9'.repeat(7_000)}`)),
  'a stream without a token': answered([401], () => [head('GET', STREAM, {})]),
  'a page of a link that is none': answered(REFUSED, () => [
    head('GET', `/v2/decide/${'x'.repeat(7_000)}`, {}),
  ]),
  'an answer by a link that is none, of 1 MB': answered(REFUSED, () => [
    head('POST', '/v2/decide/x', {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '1000000',
    }),
    'a='.padEnd(1_000_000, '&a=b'),
  ]),
  'a form of 16,000 fields of one name': posted('a=1&'.repeat(16_000)),
  'a form of broken escapes': posted('%ff'.repeat(20_000)),
  'a form of names of prototypes': posted(`__proto__=1&constructor=2&f0=${'x'.repeat(60_000)}`),
  'a form that says two things': posted('decision=approve&decision=reject'),
  '100 streams that are never read': unread(100),
  'a hundred requests in one breath': async (wire) => {
    const connection = await wire.open();
    const [first, second] = body('{"data":{}}')(wire) as [string, string];
    void connection.write(`${first}${second}`.repeat(100));
    for (let it = 0; it < 100; it++) {
      const answer = await soon(connection.answer());
      if (answer?.status !== 200) return `answer ${it} was ${answer?.status}`;
    }
    connection.destroy();
    return null;
  },
};

/** Every attack on every adapter. */
export async function attackWire(target: Target): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { address } = target;
  await target.fresh();
  await caller(address)('definitions/create', ASKING);
  await target.report();
  for (const [adapter, port] of Object.entries(address.ports)) {
    const wire: Wire = { address, port, open: () => RawConnection.open(port) };
    for (const [name, attack] of Object.entries(WIRE_ATTACKS)) {
      const fault = await attack(wire).catch((error: unknown) => String(error));
      const logged = await target.report().then(
        (it) => it.faults,
        (error: unknown) => [String(error)],
      );
      for (const it of fault === null ? logged : [fault, ...logged])
        findings.push({ suite: 'wire', attack: `${adapter}: ${name}`, fault: it });
      if (!target.isAlive) return findings;
    }
  }
  return findings;
}
