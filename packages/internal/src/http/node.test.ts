/** Path and query of a request line. */
import { expect, test } from 'vitest';
import { targetOf } from './node.js';

test.each([
  ['/a/b', '/a/b', ''],
  ['/a?b=c?d', '/a', 'b=c?d'],
  ['/?', '/', ''],
  ['//a', '//a', ''],
  ['/http://a/b', '/http://a/b', ''],
  ['*', '*', ''],
  // Form of clients that take this server for a proxy.
  ['http://example.com:8080/a/b?c', '/a/b', 'c'],
  ['HTTPS://[::1]/a', '/a', ''],
  ['http://example.com', '/', ''],
  ['http://example.com?c', '/', 'c'],
])('%s', (url, path, query) => {
  expect(targetOf(url)).toEqual({ path, query });
});
