import { describe, expect, it } from 'vitest';
import {
  ADDRESSES,
  INVALID_HOSTS,
  PRIVATE_NAMES,
  PUBLIC_NAMES,
  SPELLINGS,
} from '../test-support/addresses.js';
import { type UrlRefusalCode, checkUrl } from './check-url.js';
import { type AddressPolicyOptions, addressPolicy } from './policy.js';

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);

const codeOf = (url: string, options: AddressPolicyOptions = {}): UrlRefusalCode | 'ok' => {
  const checked = checkUrl(url, addressPolicy(options));
  return checked.ok ? 'ok' : checked.code;
};

describe('addresses in a URL', () => {
  it.each([...ADDRESSES.local, ...ADDRESSES.special])('refuses %s', (address) => {
    expect(codeOf(`https://${inUrl(address)}/h`)).toBe('address-not-public');
    expect(codeOf(`https://${inUrl(address)}:8443/h`)).toBe('address-not-public');
  });

  it.each(ADDRESSES.public)('lets %s pass', (address) => {
    expect(codeOf(`https://${inUrl(address)}/h`)).toBe('ok');
  });

  it.each(Object.entries(SPELLINGS))('refuses %s, which is %s', (spelling, address) => {
    expect(codeOf(`https://${spelling}/h`)).toBe(address === '' ? 'url-invalid' : 'address-not-public');
    if (address !== '') expect(new URL(`https://${spelling}/`).hostname).toBe(inUrl(address));
  });
});

describe('names in a URL', () => {
  it.each(PRIVATE_NAMES)('refuses %s', (name) => {
    expect(codeOf(`https://${name}/h`)).toBe('host-not-public');
    expect(codeOf(`https://${name}:8443/h`, { allowHttp: true })).toBe('host-not-public');
  });

  it.each(PRIVATE_NAMES)('lets %s pass where private hosts may', (name) => {
    expect(codeOf(`https://${name}/h`, { allowPrivate: true })).toBe('ok');
  });

  it.each(INVALID_HOSTS)('refuses %j under every policy', (host) => {
    const all = { allowHttp: true, allowPrivate: true, allowCidrs: ['0.0.0.0/0', '::/0'] };
    expect(codeOf(`https://${host}/h`)).toBe('url-invalid');
    expect(codeOf(`https://${host}/h`, all)).toBe('url-invalid');
  });

  it.each(PUBLIC_NAMES)('lets %s pass', (name) => {
    expect(codeOf(`https://${name}/h`)).toBe('ok');
  });
});

describe('the rest of a URL', () => {
  it.each<[UrlRefusalCode, string]>([
    ['url-scheme', 'http://example.com/h'],
    ['url-scheme', 'ftp://example.com/h'],
    ['url-scheme', 'javascript:alert(1)'],
    ['url-scheme', 'file:///etc/passwd'],
    ['url-scheme', 'data:text/plain,x'],
    ['url-scheme', 'ws://example.com/'],
    ['url-scheme', 'unix:/var/run/docker.sock'],
    ['url-credentials', 'https://user:pass@example.com/h'],
    ['url-credentials', 'https://user@example.com/h'],
    ['url-credentials', 'https://:pass@example.com/h'],
    ['url-credentials', 'https://example.com@127.0.0.1/h'],
    ['address-not-public', 'https:127.0.0.1/h'],
    ['address-not-public', 'https:////127.0.0.1/h'],
    ['host-not-public', 'https:///localhost/h'],
    ['url-invalid', 'not a url'],
    ['url-invalid', 'example.com/h'],
    ['url-invalid', '//example.com/h'],
    ['url-invalid', '/h'],
    ['url-invalid', ''],
    ['url-invalid', 'https://'],
    ['url-invalid', ' https://example.com/'],
    ['url-invalid', 'https://example.com/\r\nx'],
    ['url-invalid', 'ht\ttps://example.com/'],
    ['url-invalid', 'https:\\\\example.com\\h'],
    ['url-too-long', `https://example.com/${'x'.repeat(1_981)}`],
  ])('%s: %s', (code, url) => {
    expect(codeOf(url)).toBe(code);
  });

  it('may be 2,000 characters long', () => {
    expect(codeOf(`https://example.com/${'x'.repeat(1_980)}`)).toBe('ok');
  });

  it('is given back parsed, without the trailing dot', () => {
    const checked = checkUrl('https://Hooks.Example.com.:8443/a?b=c#d');
    expect(checked).toMatchObject({ ok: true, host: 'hooks.example.com' });
    expect(checked.ok && checked.url.href).toBe('https://hooks.example.com:8443/a?b=c#d');
  });

  it('is never quoted in a refusal', () => {
    for (const url of [
      'https://token-123.internal/',
      'https://10.1.2.3/token-123',
      'ftp://u:token-123@e.com',
    ]) {
      expect(JSON.stringify(checkUrl(url))).not.toMatch(/token-123|10\.1/);
    }
  });
});

describe('the policy', () => {
  it.each<[UrlRefusalCode | 'ok', string, AddressPolicyOptions]>([
    ['ok', 'http://example.com/', { allowHttp: true }],
    ['url-scheme', 'ftp://example.com/', { allowHttp: true }],
    ['address-not-public', 'http://127.0.0.1/', { allowHttp: true }],
    ['url-scheme', 'http://127.0.0.1/', { allowPrivate: true }],
    ['ok', 'https://127.0.0.1/', { allowPrivate: true }],
    ['ok', 'https://[::1]/', { allowPrivate: true }],
    ['ok', 'https://10.1.2.3/', { allowPrivate: true }],
    // Development needs none of these.
    ['address-not-public', 'https://169.254.169.254/', { allowPrivate: true }],
    ['address-not-public', 'https://100.100.100.200/', { allowPrivate: true }],
    ['address-not-public', 'https://[fd00:ec2::254]/', { allowPrivate: true }],
    ['address-not-public', 'https://[::ffff:127.0.0.1]/', { allowPrivate: true }],
    ['address-not-public', 'https://0.0.0.0/', { allowPrivate: true }],
    ['address-not-public', 'https://224.0.0.1/', { allowPrivate: true }],
    ['url-credentials', 'https://u:p@127.0.0.1/', { allowPrivate: true }],
    ['ok', 'https://hooks.corp.internal/', { allowHosts: ['hooks.corp.internal'] }],
    ['ok', 'https://HOOKS.corp.internal.:8443/', { allowHosts: ['Hooks.Corp.Internal.'] }],
    ['ok', 'https://receiver/', { allowHosts: ['receiver'] }],
    ['host-not-public', 'https://other.corp.internal/', { allowHosts: ['hooks.corp.internal'] }],
    ['host-not-public', 'https://x.hooks.corp.internal/', { allowHosts: ['hooks.corp.internal'] }],
    ['ok', 'https://10.1.2.3/', { allowHosts: ['10.1.2.3'] }],
    ['ok', 'https://[::1]/', { allowHosts: ['[::1]'] }],
    ['address-not-public', 'https://10.1.2.4/', { allowHosts: ['10.1.2.3'] }],
    ['address-not-public', 'https://169.254.169.254/', { allowHosts: ['169.254.169.254'] }],
    ['url-scheme', 'http://receiver/', { allowHosts: ['receiver'] }],
    ['ok', 'https://10.1.2.3/', { allowCidrs: ['10.1.0.0/16'] }],
    ['address-not-public', 'https://10.2.2.3/', { allowCidrs: ['10.1.0.0/16'] }],
    ['address-not-public', 'https://[::ffff:10.1.2.3]/', { allowCidrs: ['10.1.0.0/16'] }],
    ['ok', 'https://169.254.169.254/', { allowCidrs: ['169.254.169.254/32'] }],
    ['ok', 'https://[fd12::1]/', { allowCidrs: ['fd12::/16'] }],
    ['host-not-public', 'https://localhost/', { allowCidrs: ['127.0.0.0/8'] }],
  ])('%s: %s with %j', (code, url, options) => {
    expect(codeOf(url, options)).toBe(code);
  });

  it.each([null, undefined, 5, new URL('https://example.com/')])('%s is not a URL string', (url) => {
    expect(checkUrl(url as never)).toMatchObject({
      code: 'url-invalid',
      message: 'the URL must be a string',
    });
  });

  it.each<[string, AddressPolicyOptions]>([
    ...['', 'https://x', 'x:80', 'a/b', 'u@x', 'a b', '::1', '[::1]:80', '.', 'a?b', 'a#b'].map(
      (host): [string, AddressPolicyOptions] => [`the host ${host}`, { allowHosts: [host] }],
    ),
    ...['10.0.0.0', '10.1.2.3/8', 'x'].map((cidr): [string, AddressPolicyOptions] => [
      `the network ${cidr}`,
      { allowCidrs: [cidr] },
    ]),
    // Only `true` enables an option; a value other than true and false is an error.
    ['a text for a truth', { allowHttp: 'false' as unknown as boolean }],
    ['a number for a truth', { allowPrivate: 1 as unknown as boolean }],
  ])('is refused with %s', (_name, options) => {
    expect(() => addressPolicy(options)).toThrow(TypeError);
  });
});
