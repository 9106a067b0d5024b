/** Forms with a file: what is refused before their parts are read. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formOf } from './form-body.js';

test.each(['gzip', 'br', 'identity, gzip'])('a compressed form (%s) is 415, not a broken one', (encoding) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': encoding };
  const request = {
    ...{ method: 'POST', path: '/', query: '', remoteAddress: null, headers },
    body: { kind: 'bytes', bytes: gzipSync('--b--') },
  } as const;
  expect(() => formOf(request, 1_000)).toThrow(expect.objectContaining({ status: 415 }) as Error);
});
