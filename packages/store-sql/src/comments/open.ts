/** A store of comment threads from a URL, with a pool of its own. */
import type { AnnotationStore } from '@org/approval-comments/server';
import { type ConnectOptions, type Opened, opened } from '../connect.js';
import { createAnnotationStore, migrateAnnotations } from './create.js';

/** How a store for comments is opened. */
export type OpenAnnotationOptions = ConnectOptions;

/** A store for comments, and how to close what it opened. */
export type OpenedAnnotationStore = Opened<AnnotationStore>;

/**
 * Connects to `sqlite:FILE`, `postgres://…`, `mysql://…` or `mariadb://…`. The driver (`libsql`, `pg`, `mysql2`) must
 * be installed.
 *
 * @throws TypeError that names every option that is wrong; Error that says what is wrong with the database.
 */
export async function openAnnotationStore(
  url: string,
  options: OpenAnnotationOptions = {},
): Promise<OpenedAnnotationStore> {
  return opened('openAnnotationStore', url, options, {
    migrate: migrateAnnotations,
    create: createAnnotationStore,
  });
}
