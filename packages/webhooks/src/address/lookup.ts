/**
 * Resolves a name once, checks every address, and returns the checked ones (contract section 12).
 * Node.js only.
 */
import { type LookupAddress, promises as dns } from 'node:dns';
import { type LookupFunction, isIP } from 'node:net';
import { errorOf } from '@org/approval-internal/errors';
import { brand } from '@org/approval-internal/brand';
import { ADDRESS_NOT_PUBLIC, type UrlRefusal, hostRefusal } from './check-url.js';
import { type AddressPolicy, addressRefusal } from './policy.js';

/** All addresses of a name, in the order of preference. */
export type Resolver = (hostname: string) => Promise<readonly { readonly address: string }[]>;

/** Resolves as other programs on the machine do: hosts file, search domains, DNS. */
export const systemResolver: Resolver = (hostname) => dns.lookup(hostname, { all: true, verbatim: true });

/** Error of a refused connection. Its message contains no address. */
export class RefusedError extends Error {
  static {
    brand(RefusedError, '@org/approval-webhooks:RefusedError');
  }

  override readonly name = 'RefusedError';
  /** One code for every refusal, in the style of Node.js errors. */
  readonly code = 'ERR_ADDRESS_REFUSED';
  /** Reason of the refusal. */
  readonly refusal: UrlRefusal;

  constructor(refusal: UrlRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * A `lookup` for `net.connect`, `http.request`, `https.request` and their agents. The connection
 * uses the checked address, so a name that changes its address gains nothing. One bad address
 * refuses all, so the choice among them does not matter. Node.js never calls it for an address
 * literal: check the URL too.
 */
export function guardedLookup(policy: AddressPolicy, resolver: Resolver = systemResolver): LookupFunction {
  return (hostname, options, callback) => {
    const family = familyOf(options.family);
    const answer = vettedAddresses(hostname, policy, resolver).then((vetted) => {
      const [first, ...rest] = family === 0 ? vetted : vetted.filter((it) => it.family === family);
      if (first === undefined) throw noAddress(hostname);
      return { first, rest };
    });
    answer.then(
      ({ first, rest }) => {
        // Node 20 and later request all addresses in `net.connect`; a callback with three arguments
        // would be rejected.
        if (options.all === true) callback(null, [first, ...rest]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(errorOf(error), ''),
    );
  };
}

async function vettedAddresses(
  hostname: string,
  policy: AddressPolicy,
  resolver: Resolver,
): Promise<LookupAddress[]> {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const refusal = hostRefusal(host, policy);
  if (refusal !== null) throw new RefusedError(refusal);
  const answers = await resolver(hostname);
  for (const { address } of answers) {
    if (addressRefusal(address, host, policy) !== null) throw new RefusedError(ADDRESS_NOT_PUBLIC);
  }
  return answers.map(({ address }) => ({ address, family: isIP(address) }));
}

const familyOf = (family: number | string | undefined): 0 | 4 | 6 =>
  family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : 0;

const noAddress = (hostname: string): Error =>
  Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND', syscall: 'lookup', hostname });
