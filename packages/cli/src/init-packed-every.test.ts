/** Packed hosts of `approval init` in every framework and on every database with a server. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DATABASES, FRAMEWORKS } from './init/choices.js';
import { freshDatabase } from './test-support/databases.js';
import { type Tarballs, isBuilt, packCopies } from './test-support/packed.js';
import { decidedByMail, packedHost, typeErrors } from './test-support/packed-host.js';

const isSkipped = !isBuilt && !process.env['CI'];
if (isSkipped) console.warn('SKIPPED: packed hosts of approval init. `npm run build` makes what they need.');

let tarballs: Tarballs;
beforeAll(() => {
  if (!isSkipped) tarballs = packCopies();
}, 300_000);
afterAll(() => {
  if (!isSkipped) tarballs.remove();
});

const EVERY = FRAMEWORKS.flatMap((framework) => DATABASES.map((database) => [framework, database] as const));

test.skipIf(isSkipped).each(EVERY)(
  'a packed host in %s on %s',
  { timeout: 300_000 },
  async (framework, database) => {
    const host = packedHost(tarballs, framework, database);
    expect(typeErrors(host, true)).toBe('');
    expect(typeErrors(host, false)).toBe('');
    const fresh = await freshDatabase(database);
    if (fresh === null) return;
    onTestFinished(fresh.drop);
    await decidedByMail(host, fresh.url === null ? {} : { APPROVAL_STORE: fresh.url });
  },
);
