/** A host of `approval init` with packed packages; `init-packed-every.test.ts` has the others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Tarballs, isBuilt, packCopies } from './test-support/packed.js';
import { decidedByMail, packedHost, typeErrors } from './test-support/packed-host.js';

/** `npm test` builds first; CI never skips. */
const isSkipped = !isBuilt && !process.env['CI'];
if (isSkipped) console.warn('SKIPPED: packed hosts of approval init. `npm run build` makes what they need.');

let tarballs: Tarballs;
beforeAll(() => {
  if (!isSkipped) tarballs = packCopies();
}, 120_000);
afterAll(() => {
  if (!isSkipped) tarballs.remove();
});

test.skipIf(isSkipped)('a packed host in Express on SQLite', { timeout: 120_000 }, async () => {
  const host = packedHost(tarballs, 'express', 'sqlite');
  expect(typeErrors(host, true)).toBe('');
  expect(typeErrors(host, false)).toBe('');
  await decidedByMail(host);
});
