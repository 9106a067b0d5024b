/** Opens a TCP connection to nothing but what the policy allows (contract section 12). Node only. */
import { once } from 'node:events';
import { type Socket, type TcpNetConnectOpts, connect } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { ADDRESS_NOT_PUBLIC, hostRefusal } from './check-url.js';
import { RefusedError, type Resolver, guardedLookup, systemResolver } from './lookup.js';
import { type AddressPolicy, addressRefusal } from './policy.js';

/** As `net.connect`. */
export type Dial = (options: TcpNetConnectOpts) => Socket;

/** What a connection is allowed, and how it is made. */
export interface Guard {
  /** What may be connected to. */
  readonly policy: AddressPolicy;
  /** How names are resolved; as the system does by default. */
  readonly resolver?: Resolver;
  /** Where a host has its own way out; what comes of it is checked all the same. */
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
 * A connected socket, on which not a byte was sent. Rejects with a `RefusedError`, or with what Node reports. The
 * signal ends the socket too, also later.
 */
export async function guardedConnect(target: Target, guard: Guard, signal: AbortSignal): Promise<Socket> {
  const { policy, resolver = systemResolver, dial = connect } = guard;
  const { host, port } = target;
  // Node asks no lookup about address literals.
  const refusal = hostRefusal(host, policy);
  if (refusal !== null) throw new RefusedError(refusal);
  const socket = dial({ host, port, lookup: guardedLookup(policy, resolver) });
  // Who awaits a stage of the exchange hears of its errors there; between two stages nobody does.
  socket.on('error', () => undefined);
  addAbortSignal(signal, socket);
  await once(socket, 'connect', { signal });
  const { remoteAddress } = socket;
  const range = remoteAddress === undefined ? null : addressRefusal(remoteAddress, host, policy);
  if (remoteAddress !== undefined && range === null) return socket;
  socket.destroy();
  // A peer that has hung up by now leaves no address behind.
  throw range === null ? new Error('the connection is gone') : new RefusedError(ADDRESS_NOT_PUBLIC);
}
