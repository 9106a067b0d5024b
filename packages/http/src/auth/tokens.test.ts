/** Tokens that are accepted, and all the ways in which a token is invalid. */
import { SignJWT, UnsecuredJWT, base64url, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLES } from '../index.js';
import { checkOptions } from '@org/approval-internal/options';
import {
  type TokenKey,
  type TokenOptions,
  TOKEN_OPTIONS,
  issueAuthToken,
  verifyAuthToken,
} from './tokens.js';

const NOW = Date.UTC(2026, 0, 1);
const check = (options: TokenOptions) => checkOptions('tokens', options, TOKEN_OPTIONS);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const secret = new Uint8Array(32).fill(7);
const shared: TokenKey = { kid: 'k1', algorithm: 'HS256', secret };
const pair = await generateKeyPair('EdDSA');
const signed: TokenKey = { kid: 'e1', algorithm: 'EdDSA', ...pair };

const at = (now: number, more: Partial<TokenOptions> = {}): TokenOptions => ({
  issuer: 'issuer',
  audience: 'audience',
  keys: [shared],
  now: () => now,
  ...more,
});
const admin = { workspaceId: 'main', subject: 'ann', role: 'admin' } as const;

/** A token that is good, but for what is changed. */
function forged(claims: object = {}, header: object = {}, key: Parameters<SignJWT['sign']>[0] = secret) {
  const issuedAt = NOW / 1_000;
  return new SignJWT({
    wid: 'main',
    role: 'admin',
    sub: 'ann',
    iss: 'issuer',
    aud: 'audience',
    iat: issuedAt,
    exp: issuedAt + 900,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1', ...header })
    .sign(key);
}
const claimsOf = (token: string, now = NOW) => verifyAuthToken(at(now), token);

describe.each([
  ['HS256', shared],
  ['EdDSA', signed],
] as const)('%s', (_, key) => {
  test('carries workspace, user and role', async () => {
    const options = at(NOW, { keys: [key] });
    const claims = await verifyAuthToken(options, await issueAuthToken(options, admin));
    expect(claims).toEqual({
      workspaceId: 'main',
      subject: 'ann',
      permissions: new Set(PERMISSIONS),
      expiresAt: NOW + 900_000,
    });
  });

  test('a user is left out, and each role carries its permissions', async () => {
    const options = at(NOW, { keys: [key] });
    for (const role of Object.keys(ROLES) as (keyof typeof ROLES)[]) {
      const claims = await verifyAuthToken(
        options,
        await issueAuthToken(options, { workspaceId: 'w', role }),
      );
      expect(claims).toMatchObject({ subject: null, permissions: new Set(ROLES[role]) });
    }
  });

  test('another key of the same name is another key', async () => {
    const other: TokenKey =
      key.algorithm === 'HS256'
        ? { ...key, secret: new Uint8Array(32).fill(8) }
        : { ...key, ...(await generateKeyPair('EdDSA')) };
    const token = await issueAuthToken(at(NOW, { keys: [other] }), admin);
    expect(await verifyAuthToken(at(NOW, { keys: [key] }), token)).toBeNull();
  });
});

test('the forger of these tests makes good ones', async () => {
  expect(await claimsOf(await forged())).toMatchObject({ workspaceId: 'main', subject: 'ann' });
});

describe('no good token', () => {
  const CASES: Readonly<Record<string, () => string | Promise<string>>> = {
    nothing: () => '',
    'some text': () => 'token',
    'three empty parts': () => '..',
    'a megabyte': () => 'x'.repeat(1_000_000),
    'the algorithm none': () =>
      new UnsecuredJWT({ wid: 'main', role: 'admin' })
        .setIssuer('issuer')
        .setAudience('audience')
        .setIssuedAt(NOW / 1_000)
        .setExpirationTime(NOW / 1_000 + 900)
        .encode(),
    'the algorithm none, with the kid': async () => {
      const [, payload] = (await forged()).split('.');
      return `${base64url.encode('{"alg":"none","kid":"k1"}')}.${payload}.`;
    },
    'another algorithm with the same secret': () => forged({}, { alg: 'HS512' }, new Uint8Array(64).fill(7)),
    'a signature by another key': () => forged({}, {}, new Uint8Array(32).fill(9)),
    'a signature that was cut off': async () => (await forged()).slice(0, -8),
    'a changed payload': async () => {
      const [header, , signature] = (await forged({ role: 'reviewer' })).split('.');
      const [, payload] = (await forged()).split('.');
      return `${header}.${payload}.${signature}`;
    },
    'an unknown kid': () => forged({}, { kid: 'k2' }),
    'no kid': () => forged({}, { kid: undefined }),
    'the kid of a prototype': () => forged({}, { kid: '__proto__' }),
    'an unknown critical header': () => forged({}, { crit: ['x'], x: 1 }).catch(() => ''),
    'another issuer': () => forged({ iss: 'somebody' }),
    'no issuer': () => forged({ iss: undefined }),
    'another audience': () => forged({ aud: 'others' }),
    'no audience': () => forged({ aud: undefined }),
    'no expiry': () => forged({ exp: undefined }),
    'no time of issue': () => forged({ iat: undefined }),
    'an expiry that is a text': () => forged({ exp: '9999999999' }),
    'no workspace': () => forged({ wid: undefined }),
    'a workspace that is not a text': () => forged({ wid: 7 }),
    'an unknown role': () => forged({ role: 'root' }),
    'a role that every object has': () => forged({ role: 'constructor' }),
    'no role': () => forged({ role: undefined }),
    'a user that is not a text': () => forged({ sub: 7 }),
    'more than 24 hours': () => forged({ exp: NOW / 1_000 + 86_401 }),
    'more than 24 hours, issued early': () => forged({ iat: NOW / 1_000 - 80_000, exp: NOW / 1_000 + 6_401 }),
    'issued in the future': () => forged({ iat: NOW / 1_000 + 6, exp: NOW / 1_000 + 906 }),
    'not valid yet': () => forged({ nbf: NOW / 1_000 + 6 }),
    expired: () => forged({ iat: NOW / 1_000 - 900, exp: NOW / 1_000 - 6 }),
  };
  test.each(Object.entries(CASES))('%s', async (_name, make) => {
    expect(await claimsOf(await make())).toBeNull();
  });

  test('one of another algorithm, even if its signature by the same secret is right', async () => {
    const long: TokenKey = { ...shared, secret: new Uint8Array(64).fill(7) };
    const options = at(NOW, { keys: [long] });
    expect(await verifyAuthToken(options, await forged({}, {}, long.secret))).not.toBeNull();
    for (const alg of ['HS384', 'HS512']) {
      expect(await verifyAuthToken(options, await forged({}, { alg }, long.secret))).toBeNull();
    }
  });

  test('one of EdDSA that is signed with the public key as a secret', async () => {
    const { x = '' } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as { x?: string };
    const token = await forged({}, { alg: 'HS256', kid: 'e1' }, base64url.decode(x));
    expect(await verifyAuthToken(at(NOW, { keys: [signed] }), token)).toBeNull();
  });
});

describe('time', () => {
  test('15 minutes by default, and up to 24 hours', async () => {
    const short = await issueAuthToken(at(NOW), admin);
    expect((await claimsOf(short))?.expiresAt).toBe(NOW + 900_000);
    const long = await issueAuthToken(at(NOW), { ...admin, ttlSeconds: 86_400 });
    expect(await claimsOf(long, NOW + DAY - 1_000)).not.toBeNull();
    for (const ttlSeconds of [86_401, 0, -1, NaN, Infinity]) {
      await expect(issueAuthToken(at(NOW), { ...admin, ttlSeconds })).rejects.toThrow(RangeError);
    }
  });

  test('clocks may differ by 5 seconds, and no more', async () => {
    const token = await issueAuthToken(at(NOW), admin);
    const isGoodAt = async (now: number) => (await claimsOf(token, now)) !== null;
    expect(await isGoodAt(NOW - 5_000)).toBe(true);
    expect(await isGoodAt(NOW - 6_000)).toBe(false);
    expect(await isGoodAt(NOW + 900_000 + 4_000)).toBe(true);
    expect(await isGoodAt(NOW + 900_000 + 6_000)).toBe(false);
    expect(await claimsOf(await forged({ nbf: NOW / 1_000 + 5 }))).not.toBeNull();
  });
});

describe('keys', () => {
  test('the first signs, all verify: a key is replaced while its tokens live', async () => {
    const next: TokenKey = { kid: 'k2', algorithm: 'HS256', secret: new Uint8Array(32).fill(8) };
    const old = await issueAuthToken(at(NOW), admin);
    const both = at(NOW, { keys: [next, shared] });
    expect(await verifyAuthToken(both, old)).not.toBeNull();
    const fresh = await issueAuthToken(both, admin);
    expect(await verifyAuthToken(at(NOW, { keys: [next] }), fresh)).not.toBeNull();
    expect(await verifyAuthToken(at(NOW, { keys: [next] }), old)).toBeNull();
  });

  test('ones that could never work are refused at once', async () => {
    const short: TokenKey = { kid: 'k1', algorithm: 'HS256', secret: new Uint8Array(31) };
    expect(() => check(at(NOW, { keys: [short] }))).toThrow(/31 bytes; HS256 needs 32/);
    expect(() => check(at(NOW, { keys: [shared, shared] }))).toThrow(/same kid/);
    const publicOnly: TokenKey = { kid: 'e1', algorithm: 'EdDSA', publicKey: pair.publicKey };
    await expect(issueAuthToken(at(NOW, { keys: [publicOnly] }), admin)).rejects.toThrow(/no private part/);
    const token = await issueAuthToken(at(NOW, { keys: [signed] }), admin);
    expect(await verifyAuthToken(at(NOW, { keys: [publicOnly] }), token)).not.toBeNull();
  });
});

test('a token with an empty subject is neither issued nor accepted', async () => {
  await expect(issueAuthToken(at(NOW), { ...admin, subject: '' })).rejects.toThrow(
    /^subject must name the user/,
  );
  expect(await claimsOf(await forged({ sub: '' }))).toBeNull();
  expect(await claimsOf(await forged({ sub: undefined }))).toMatchObject({ subject: null });
});
