/** Opens a store of comment threads from a URL, with its own pool. */
import type { AnnotationStore } from '@org/approval-comments/server';
import { type ConnectOptions, type Opened, opened } from '../connect.js';
import { createAnnotationStore, migrateAnnotations } from './create.js';

/** Options of a store for comments. */
export type OpenAnnotationOptions = ConnectOptions;

/** A store for comments, and the function that closes what it opened. */
export type OpenedAnnotationStore = Opened<AnnotationStore>;

/**
 * Connects to `sqlite:FILE`, `postgres://…`, `mysql://…` or `mariadb://…`. The driver (`libsql`,
 * `pg`, `mysql2`) must be installed.
 *
 * @throws TypeError that names every option that is wrong; Error that says what is wrong with the
 *   database.
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
