/** A directory that asks an HTTP endpoint in the manner of SCIM 2.0 (RFC 7643, 7644): users, groups, roles, managers. */
import { parseUrl } from '@org/approval-internal/parse-url';
import {
  type Checks,
  callable,
  checkOptions,
  count,
  must,
  optional,
  pauseMs,
  text,
  timerMs,
} from '@org/approval-internal/options';
import type { JsonObject, JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { Directory, DirectoryContext } from '../ports/directory.js';
import { type ScimClient, type ScimClientOptions, scimClient } from './scim-client.js';

/** How a SCIM endpoint is asked. */
export interface ScimDirectoryOptions extends ScimClientOptions {
  /** The attribute that is the userId of the approvals; `userName` by default. */
  readonly userIdAttribute?: string;
  /** The attribute by which groups are named; `displayName` by default. */
  readonly groupNameAttribute?: string;
}

const OPTIONS: Checks<ScimDirectoryOptions> = {
  baseUrl: must('an http or https URL', isHttpUrl),
  headers: optional(callable),
  userIdAttribute: optional(must('the name of an attribute', isAttribute)),
  groupNameAttribute: optional(must('the name of an attribute', isAttribute)),
  timeoutMs: optional(timerMs),
  retryCount: optional(
    must('a whole number from 0 to 10', (it) => Number.isInteger(it) && inRange(it, 0, 10)),
  ),
  retryDelayMs: optional(pauseMs),
  pageSize: optional(count),
  fetch: optional(callable),
};

function isHttpUrl(value: unknown): boolean {
  const url = text(value, '').length > 0 ? null : parseUrl(value as string);
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** Goes into a filter as it is. */
function isAttribute(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z][\w.:-]{0,199}$/.test(value);
}

const inRange = (value: unknown, from: number, to: number): boolean =>
  typeof value === 'number' && value >= from && value <= to;

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/**
 * A directory on SCIM 2.0. Members of a group are the users whose `groups.value` is its id; those of a role the users whose
 * `roles.value` is its name; a manager is `manager.value` of the enterprise extension; attributes are those of the user, with
 * the fields of its extensions beside them.
 * @throws TypeError when an option makes no sense.
 */
export function scimDirectory(options: ScimDirectoryOptions): Directory {
  checkOptions('scimDirectory', options, OPTIONS);
  const { userIdAttribute = 'userName', groupNameAttribute = 'displayName' } = options;
  const scim = scimClient(options);
  const userIdOf = (user: JsonObject): string => {
    const userId = user[userIdAttribute];
    if (typeof userId === 'string' && userId !== '') return userId;
    throw new Error(`the SCIM endpoint gave a user without ${userIdAttribute}`);
  };
  const usersWhere = async (filter: string, { signal }: DirectoryContext) =>
    (await scim.list('Users', filter, { signal, most: LIMITS.people + 1 })).map(userIdOf);
  const userOf = async (userId: string, { signal }: DirectoryContext): Promise<JsonObject | null> =>
    (await scim.list('Users', equals(userIdAttribute, userId), { signal, most: 1 }))[0] ?? null;
  return {
    async members({ kind, name }, context) {
      if (kind === 'role') {
        const users = await usersWhere(equals('roles.value', name), context);
        // A role that nobody has is unknown: SCIM keeps no list of them.
        return users.length === 0 ? null : users;
      }
      const id = await groupId(scim, equals(groupNameAttribute, name), context);
      return id === null ? null : usersWhere(equals('groups.value', id), context);
    },
    async managerOf(userId, context) {
      const user = await userOf(userId, context);
      const manager = fieldOf(fieldOf(user, ENTERPRISE), 'manager');
      const id = fieldOf(manager, 'value');
      if (typeof id !== 'string') return null;
      const found = await scim.get(`Users/${encodeURIComponent(id)}`, context.signal);
      return found === null ? null : userIdOf(found);
    },
    async attributesOf(userId, context) {
      const user = await userOf(userId, context);
      if (user === null) return null;
      const extensions = Object.entries(user).filter(([name]) => name.startsWith('urn:'));
      return Object.assign({}, ...extensions.map(([, fields]) => fields), user) as JsonObject;
    },
  };
}

/** A SCIM filter; its texts are written as JSON. */
const equals = (attribute: string, value: string): string => `${attribute} eq ${JSON.stringify(value)}`;

async function groupId(
  scim: ScimClient,
  filter: string,
  { signal }: DirectoryContext,
): Promise<string | null> {
  const [group] = await scim.list('Groups', filter, { signal, most: 1 });
  const id = group?.['id'];
  return typeof id === 'string' ? id : null;
}

function fieldOf(value: JsonValue | null | undefined, name: string): JsonValue | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
}
