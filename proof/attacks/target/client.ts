/** Many connections to one server, each waiting for its response up to a limit. */
import { Agent, request } from 'node:http';
import { itemAt } from '@org/approval-internal/lists';
import type { Address } from './subject.js';

/** Number of connections of every attack. */
export const CONNECTIONS = 64;
/** Time in ms after which a missing response counts as a hang. */
const PATIENCE_MS = 60_000;

export interface Sent {
  readonly port: number;
  readonly method?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Bytes of the response to keep; all by default. */
  readonly keep?: number;
  /** Silence in ms that counts as a hang; a minute by default. */
  readonly patienceMs?: number;
}

export interface Received {
  /** Status, or 0 without a response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Reason for a missing response. */
  readonly fault: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

export function send(sent: Sent): Promise<Received> {
  const { port, method = 'POST', path, headers, body, keep = Infinity, patienceMs = PATIENCE_MS } = sent;
  return new Promise((resolve) => {
    const fail = (fault: string) => resolve({ status: 0, headers: {}, body: '', fault });
    // Node does not send the length of a GET body by itself.
    const framed = { ...headers, 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port, method, path, headers: framed, agent };
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = [];
      let kept = 0;
      response.on('data', (chunk: Buffer) => {
        if (kept < keep) chunks.push(chunk);
        kept += chunk.length;
      });
      response.once('error', (error) => fail(String(error)));
      response.once('end', () => {
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString(), fault: '' });
      });
    });
    outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error(`no answer in ${patienceMs} ms`)));
    outgoing.once('error', (error: Error & { code?: string }) => {
      // The server closed an idle connection just before reuse, so it did not read the request.
      const wasKept = outgoing.reusedSocket && error.code === 'ECONNRESET';
      if (wasKept) send(sent).then(resolve, fail);
      else fail(String(error));
    });
    outgoing.end(body);
  });
}

/** Sends all, `CONNECTIONS` at a time; responses are in the same order. */
export async function sendAll(all: readonly Sent[], connections = CONNECTIONS): Promise<Received[]> {
  const answers: Received[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) answers[at] = await send(itemAt(all, at));
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return answers;
}

export type Role = keyof Address['tokens'];

/** Calls operations in the workspace `main`, as an administrator by default. */
export function caller(address: Address, adapter = 'node') {
  const port = address.ports[adapter] ?? 0;
  return (path: string, data: unknown, role: Role = 'admin'): Promise<Received> =>
    send({
      port,
      path: `/v2/workflow/${path}`,
      headers: credentials(address, role),
      body: JSON.stringify({ data }),
    });
}

export const credentials = (address: Address, role: Role = 'admin') => ({
  'content-type': 'application/json',
  'x-svc-api-key': address.apiKeys.main,
  'x-svc-auth-token': address.tokens[role],
});
