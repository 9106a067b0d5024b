/** A permit store from a URL, with its own pool. */
import { type ConnectOptions, type Opened, opened } from '../connect.js';
import { migrateStore } from '../create.js';
import { type SqlPermitStore, createPermitStore } from './create.js';

/** A permit store with its own pool. */
export type OpenedPermitStore<Tx = never> = Opened<SqlPermitStore<Tx>>;

/**
 * Connects to `sqlite:FILE`, `postgres://…`, `mysql://…` or `mariadb://…`. The driver (`libsql`,
 * `pg`, `mysql2`) must be installed.
 *
 * @throws TypeError that names every option that is wrong; Error that says what is wrong with the
 *   database.
 */
export const openPermitStore = (url: string, options: ConnectOptions = {}): Promise<OpenedPermitStore> =>
  opened('openPermitStore', url, options, { migrate: migrateStore, create: createPermitStore });
