import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { HOLD } from './held-transaction.js';
import { ratios } from './pressure.js';

test('what the whole machine suffers drops out; what the transaction costs does not', () => {
  const free = [100, 100, 100, 100, 50, 50, 50, 50];
  expect(ratios({ held: free, free })).toEqual({ first: 1, last: 1 });
  expect(ratios({ held: [90, 90, 80, 70, 30, 30, 20, 20], free })).toEqual({ first: 0.9, last: 0.4 });
});

test('while the transaction is held, what others write is not seen by it and cannot be cleaned up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-held-'));
  const file = join(folder, 'a.db');
  const database = new Database(file);
  try {
    database.exec('pragma journal_mode = wal; create table t (x)');
    const release = await HOLD.sqlite(`sqlite:${file}`);
    database.exec('insert into t values (1)');
    const checkpoint = () => database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
    expect(checkpoint().busy).toBe(1);
    await release();
    expect(checkpoint().busy).toBe(0);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
});
