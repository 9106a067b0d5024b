/** What of a request line is the path, and what the query. */
import { expect, test } from 'vitest';
import { targetOf } from './node.js';

test.each([
  ['/a/b', '/a/b', ''],
  ['/a?b=c?d', '/a', 'b=c?d'],
  ['/?', '/', ''],
  ['//a', '//a', ''],
  ['/http://a/b', '/http://a/b', ''],
  ['*', '*', ''],
  // As clients write it that take this server for a proxy.
  ['http://example.com:8080/a/b?c', '/a/b', 'c'],
  ['HTTPS://[::1]/a', '/a', ''],
  ['http://example.com', '/', ''],
  ['http://example.com?c', '/', 'c'],
])('%s', (url, path, query) => {
  expect(targetOf(url)).toEqual({ path, query });
});
