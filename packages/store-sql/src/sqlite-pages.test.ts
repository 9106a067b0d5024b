/** Growth of a SQLite file (docs/decisions/tuning.md). */
import { createApprovalEngine } from '@org/approval-core';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from './open.js';
import { SIGN_OFF, dispatcherOf } from './test-support/sign-off.js';

const RUNS = 200;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'approval-pages-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an approval takes a page and a half, its commits no pages of their own (it took three)', async () => {
  const file = join(folder, 'runs.db');
  const opened = await openStore(`sqlite:${file}`);
  const engine = createApprovalEngine({ store: opened.store });
  await engine.definitions.create(SIGN_OFF);
  const database = new Database(file);
  const pages = () => (database.prepare('pragma page_count').get() as { page_count: number }).page_count;
  const before = pages();
  const { dispatch, approve } = dispatcherOf(engine);
  const runs = await Promise.all(Array.from({ length: RUNS }, () => dispatch()));
  await Promise.all(runs.map(approve));
  const grown = (pages() - before) / RUNS;
  database.close();
  await engine.stop();
  await opened.close();
  expect(grown).toBeLessThan(2);
});
