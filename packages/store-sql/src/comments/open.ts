/** A store of comment threads from a URL, with a pool of its own. */
import type { AnnotationStore } from '@org/approval-comments/server';
import { closedOnFailure, connect } from '../connect.js';
import {
  createMysqlAnnotationStore,
  createPostgresAnnotationStore,
  createSqliteAnnotationStore,
  migrateMysqlAnnotations,
  migratePostgresAnnotations,
  migrateSqliteAnnotations,
} from './create.js';
import { DEFAULT_ANNOTATION_PREFIX } from './schema.js';

export interface OpenAnnotationOptions {
  /** Connections of the pool; 10 by default. SQLite has one. */
  readonly connections?: number;
  /** In front of each table's name; `comment_` by default. */
  readonly tablePrefix?: string;
  /** Whether to make or update the table first; true by default. */
  readonly migrate?: boolean;
}

export interface OpenedAnnotationStore {
  readonly store: AnnotationStore;
  /** Ends the connections. */
  readonly close: () => Promise<void>;
}

/**
 * Connects to `sqlite:FILE`, `postgres://…`, `mysql://…` or `mariadb://…`. The driver (`libsql`, `pg`, `mysql2`) must
 * be installed.
 */
export async function openAnnotationStore(
  url: string,
  { connections, tablePrefix = DEFAULT_ANNOTATION_PREFIX, migrate = true }: OpenAnnotationOptions = {},
): Promise<OpenedAnnotationStore> {
  const connected = await connect(url, connections);
  return closedOnFailure(connected, async () => {
    switch (connected.kind) {
      case 'sqlite': {
        const options = { database: connected.database, tablePrefix };
        if (migrate) await migrateSqliteAnnotations(options);
        return createSqliteAnnotationStore(options);
      }
      case 'postgres': {
        const options = { pool: connected.pool, tablePrefix };
        if (migrate) await migratePostgresAnnotations(options);
        return createPostgresAnnotationStore(options);
      }
      case 'mysql': {
        const options = { pool: connected.pool, tablePrefix };
        if (migrate) await migrateMysqlAnnotations(options);
        return createMysqlAnnotationStore(options);
      }
    }
  });
}
