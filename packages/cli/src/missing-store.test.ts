/** A SQLite file that does not exist: reading commands report it, a migration creates it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './test-support/cli.js';

test('it is not made by a command that reads, and is said to be missing', async () => {
  const { run, folder } = cli({ APPROVAL_STORE: 'sqlite:typo.db' });
  for (const args of [
    ['runs'],
    ['inbox'],
    ['doctor'],
    ['tail'],
    ['export', 'exec_1'],
    ['migrate', 'status'],
  ]) {
    const { code, out, err } = await run(...args);
    expect([args[0], code, out + err]).toEqual([
      args[0],
      args[0] === 'migrate' ? 1 : 2,
      expect.stringContaining(
        `${join(folder, 'typo.db')} does not exist; to create it, run approval migrate up`,
      ),
    ]);
  }
  expect(existsSync(join(folder, 'typo.db'))).toBe(false);
});

test('it is made by a migration, in the folder of the command', async () => {
  const { run, folder } = cli({ APPROVAL_STORE: 'sqlite:new.db' });
  expect((await run('migrate', 'up')).code).toBe(0);
  expect(existsSync(join(folder, 'new.db'))).toBe(true);
  expect((await run('runs')).out).toBe('nothing\n');
});

test('tables that lack something say which command makes them', async () => {
  const { run, write } = cli({ APPROVAL_STORE: 'sqlite:empty.db' });
  write('empty.db', '');
  expect((await run('runs')).err).toMatch(/run approval migrate up\n$/);
});
