/** Ports for servers of the proofs. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { portOf } from '@org/approval-internal/port';

/** Returns a port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
