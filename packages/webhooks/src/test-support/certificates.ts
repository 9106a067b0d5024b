/**
 * X.509 certificates for tests, written in DER by hand: sixty lines, no dependency, and no need for
 * an `openssl` program. OpenSSL within Node.js reads them, so a mistake here fails the test of the
 * good certificate.
 */
import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const tlv = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(4, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, content]);
};
const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts);
const integer = (...bytes: readonly number[]) => tlv(0x02, Buffer.from(bytes));
const oid = (...bytes: readonly number[]) => tlv(0x06, Buffer.from(bytes));
const bits = (content: Buffer) => tlv(0x03, Buffer.from([0]), content);
const time = (ms: number) => tlv(0x18, Buffer.from(new Date(ms).toISOString().replace(/\.\d+|[-:T]/g, '')));
const commonName = (name: string) =>
  sequence(tlv(0x31, sequence(oid(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from(name)))));
const extension = (id: Buffer, content: Buffer) => sequence(id, tlv(0x04, content));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const IS_CA = extension(oid(0x55, 0x1d, 0x13), sequence(tlv(0x01, Buffer.from([0xff]))));
const altName = (name: string) =>
  /^[\d.]+$/.test(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name));

const DAY = 86_400_000;

export interface Issued {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  readonly names: readonly string[];
  /** Days from today. */
  readonly from?: number;
  readonly until?: number;
}

/** A certificate authority that exists for one test. */
export function certificateAuthority(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issue = (subject: string, key: KeyObject, from: number, until: number, ext: Buffer): string => {
    const content = sequence(
      tlv(0xa0, integer(2)),
      integer(1, ...randomBytes(8)),
      ECDSA_WITH_SHA256,
      commonName(name),
      sequence(time(Date.now() + from * DAY), time(Date.now() + until * DAY)),
      commonName(subject),
      key.export({ type: 'spki', format: 'der' }),
      tlv(0xa3, sequence(ext)),
    );
    const der = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, privateKey)));
    return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  };
  return {
    /** PEM. */
    cert: issue(name, publicKey, -1, 1, IS_CA),
    issue({ names, from = -1, until = 1 }: Wanted): Issued {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const ext = extension(oid(0x55, 0x1d, 0x11), sequence(...names.map(altName)));
      return {
        cert: issue('receiver', pair.publicKey, from, until, ext),
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}
