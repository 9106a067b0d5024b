/** The database: PostgreSQL if DATABASE_URL is set, and a file otherwise. */
import type { ApprovalStore } from '@org/approval-core';
import type { Orders } from './orders.js';
import { openPostgres } from './postgres.js';
import { openSqlite } from './sqlite.js';

export interface OpenedDatabase {
  readonly store: ApprovalStore;
  readonly orders: Orders;
  readonly close: () => Promise<void>;
}

export const openDatabase = (url: string | undefined, file: string): Promise<OpenedDatabase> =>
  url === undefined ? openSqlite(file) : openPostgres(url);
