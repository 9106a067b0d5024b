/** The port of a server that listens. */
import { isObject } from './values.js';

/** @throws TypeError where the server does not listen on a port. */
export function portOf(server: { address(): unknown }): number {
  const address = server.address();
  if (isObject(address) && typeof address['port'] === 'number') return address['port'];
  throw new TypeError('the server does not listen on a port');
}
