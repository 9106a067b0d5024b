/** A directory on an HTTP endpoint of SCIM 2.0 (RFC 7643, 7644): users, groups, roles, managers. */
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
import { isJsonList, isJsonObject, textIn } from '@org/approval-internal/json';
import type { JsonObject, JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { Directory, DirectoryContext } from '../ports/directory.js';
import { type ScimClient, type ScimClientOptions, ScimRefusal, scimClient } from './scim-client.js';

/** Options of `scimDirectory`. */
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
  const url = typeof value === 'string' && text(value, '').length === 0 ? parseUrl(value) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol);
}

/** True if the string can be put into a filter unchanged. */
function isAttribute(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z][\w.:-]{0,199}$/.test(value);
}

const inRange = (value: unknown, from: number, to: number): boolean =>
  typeof value === 'number' && value >= from && value <= to;

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/**
 * Returns a directory on SCIM 2.0. Deactivated people (`active: false`) are neither members nor
 * managers. Members of a group are the users whose `groups.value` is its id. Members of a role are
 * the users whose `roles.value` is its name. A manager is `manager.value` of the enterprise
 * extension. Attributes are those of the user, with the fields of its extensions beside them.
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
    (await scim.list('Users', filter, { signal, most: LIMITS.people + 1 })).filter(isActive).map(userIdOf);
  const userOf = async (userId: string, { signal }: DirectoryContext): Promise<JsonObject | null> =>
    (await scim.list('Users', equals(userIdAttribute, userId), { signal, most: 1 }))[0] ?? null;
  return {
    async members({ kind, name }, context) {
      if (kind === 'role') {
        const users = await usersWhere(equals('roles.value', name), context);
        // A role without users is unknown: SCIM has no list of roles.
        return users.length === 0 ? null : users;
      }
      const group = await groupWhere(scim, equals(groupNameAttribute, name), context);
      const id = group?.['id'];
      if (group === null || typeof id !== 'string') return null;
      try {
        return await usersWhere(equals('groups.value', id), context);
      } catch (error) {
        // Not every endpoint filters by groups: the group itself lists its members.
        if (!(error instanceof ScimRefusal) || error.status !== 400) throw error;
        const users = await membersListed(scim, { id, group }, context);
        return users.filter(isActive).map(userIdOf);
      }
    },
    async managerOf(userId, context) {
      const user = await userOf(userId, context);
      const manager = fieldOf(fieldOf(user, ENTERPRISE), 'manager');
      // Some endpoints give the id itself, without an object around it.
      const id = typeof manager === 'string' ? manager : fieldOf(manager, 'value');
      if (typeof id !== 'string' || id === '') return null;
      const found = await scim.get(`Users/${encodeURIComponent(id)}`, context.signal);
      return found === null || !isActive(found) ? null : userIdOf(found);
    },
    async attributesOf(userId, context) {
      const user = await userOf(userId, context);
      if (user === null) return null;
      const extensions = Object.entries(user).filter(([name]) => name.startsWith('urn:'));
      return Object.assign({}, ...extensions.map(([, fields]) => fields), user) as JsonObject;
    },
  };
}

/** True unless the endpoint marks the user as inactive, with a boolean or a string. */
const isActive = (user: JsonObject): boolean =>
  user['active'] !== false && !/^false$/i.test(textIn(user, 'active'));

/** Users that are asked for at once. */
const AT_ONCE = 8;

/** The users that a group lists as members; some endpoints omit them from lists of groups. */
async function membersListed(
  scim: ScimClient,
  { id, group }: { readonly id: string; readonly group: JsonObject },
  { signal }: DirectoryContext,
): Promise<JsonObject[]> {
  const whole = 'members' in group ? group : await scim.get(`Groups/${encodeURIComponent(id)}`, signal);
  const members = fieldOf(whole, 'members');
  const ids = isJsonList(members)
    ? members.map((it) => fieldOf(it, 'value')).filter((it) => typeof it === 'string')
    : [];
  const users: JsonObject[] = [];
  for (let index = 0; index < Math.min(ids.length, LIMITS.people + 1); index += AT_ONCE) {
    const part = ids.slice(index, index + AT_ONCE);
    const found = await Promise.all(part.map((it) => scim.get(`Users/${encodeURIComponent(it)}`, signal)));
    users.push(...found.filter((it) => it !== null));
  }
  return users;
}

/** A SCIM filter; its texts are written as JSON. */
const equals = (attribute: string, value: string): string => `${attribute} eq ${JSON.stringify(value)}`;

/** @throws Error where several groups have the name. */
async function groupWhere(
  scim: ScimClient,
  filter: string,
  { signal }: DirectoryContext,
): Promise<JsonObject | null> {
  const [group, another] = await scim.list('Groups', filter, { signal, most: 2 });
  // Group names need not be unique (RFC 7643): the wrong group's members could decide.
  if (another !== undefined)
    throw new Error(`the SCIM endpoint has several groups where ${filter}; give each its own name`);
  return group ?? null;
}

function fieldOf(value: JsonValue | null | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
