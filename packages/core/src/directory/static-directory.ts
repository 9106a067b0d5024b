/** A directory of static data, for examples and tests. */
import type { JsonObject } from '../definition/json.js';
import type { Directory } from '../ports/directory.js';

/** Members of groups and roles, and managers of users. */
export interface StaticDirectoryData {
  /** Members of each group. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Members of each role. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** The manager of each person who has one. */
  readonly managers?: Readonly<Record<string, string>>;
  /** Attributes by user id. */
  readonly attributes?: Readonly<Record<string, JsonObject>>;
}

/**
 * Returns a directory of fixed data.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore, staticDirectory } from '@org/approval-core';
 *
 * const directory = staticDirectory({
 *   groups: { finance: ['ann', 'bob'] },
 *   managers: { cay: 'ann' },
 * });
 * const engine = createApprovalEngine({ store: createMemoryStore(), directory });
 * await engine.stop();
 * ```
 */
export function staticDirectory(data: StaticDirectoryData): Directory {
  const { groups = {}, roles = {}, managers = {}, attributes = {} } = data;
  return {
    members: ({ kind, name }) => ownOf(kind === 'group' ? groups : roles, name),
    managerOf: (userId) => ownOf(managers, userId),
    attributesOf: (userId) => ownOf(attributes, userId),
  };
}

const ownOf = <T>(record: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(record, name) ? (record[name] ?? null) : null;
