import { registerStoreConformance } from '@org/approval-testkit';
import { describe, test } from 'vitest';
import { openSqlite } from './test-support/open.js';

describe('SQLite', () => {
  registerStoreConformance({
    test,
    skip: (name, reason) => test.skip(`${name} (${reason})`),
    open: openSqlite,
    has: ['second-instance'],
  });
});
