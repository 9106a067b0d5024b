/**
 * Opens TCP connections only to addresses that the policy allows (contract section 12). Node.js
 * only.
 */
import { once } from 'node:events';
import { type Socket, type TcpNetConnectOpts, connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { ADDRESS_NOT_PUBLIC, hostRefusal } from './check-url.js';
import { RefusedError, type Resolver, guardedLookup, systemResolver } from './lookup.js';
import { type AddressPolicy, addressRefusal } from './policy.js';

/** Function with the signature of `net.connect`. */
export type Dial = (options: TcpNetConnectOpts) => Socket;

/** Limits of a connection, and how it is made. */
export interface Guard {
  /** Addresses that may be connected to. */
  readonly policy: AddressPolicy;
  /** Resolver of names; the system's by default. */
  readonly resolver?: Resolver;
  /** Function for hosts with a special route; its connections are checked as well. */
  readonly dial?: Dial;
}

/** `host` as `checkUrl` returns it: a name, or an address without brackets. */
export interface Target {
  /** A name, or an address. */
  readonly host: string;
  /** Port to connect to. */
  readonly port: number;
}

/**
 * Returns a connected socket on which no byte was sent. Rejects with a `RefusedError`, or with an
 * error of Node.js. The signal ends the socket too, also later.
 */
export async function guardedConnect(target: Target, guard: Guard, signal: AbortSignal): Promise<Socket> {
  const { policy, resolver = systemResolver, dial = connect } = guard;
  const { host, port } = target;
  // Node.js calls no lookup for address literals.
  const refusal = hostRefusal(host, policy);
  if (refusal !== null) throw new RefusedError(refusal);
  const socket = dial({ host, port, lookup: guardedLookup(policy, resolver) });
  // Each stage of the exchange handles its errors; between two stages they have no handler.
  socket.on('error', () => undefined);
  addAbortSignal(signal, socket);
  await once(socket, 'connect', { signal });
  const { remoteAddress } = socket;
  const range = remoteAddress === undefined ? null : addressRefusal(remoteAddress, host, policy);
  if (remoteAddress !== undefined && range === null) return socket;
  socket.destroy();
  // The socket of a peer that has hung up has no address.
  throw range === null ? new Error('the connection was lost') : new RefusedError(ADDRESS_NOT_PUBLIC);
}
