/**
 * The directory for development: `people.json` beside the definitions, as `approval init` writes
 * it. Groups, roles and managers that it does not name are made up, so that every definition can
 * be tried.
 */
import type { Directory, StaticDirectoryData } from '@org/approval-core';
import {
  type JsonObject,
  type JsonValue,
  fromJson,
  isJsonList,
  isJsonObject,
} from '@org/approval-internal/json';
import { madeUpMembers } from '@org/approval-internal/made-up';
import { messageOf } from '@org/approval-internal/errors';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readText } from '../files/read.js';
import { CliError, type Io } from '../io.js';

export const PEOPLE_FILE = 'people.json';

/** Returns a directory in which every group and role has members, and every user a manager. */
export function madeUpPeople(read: () => Promise<StaticDirectoryData> = async () => ({})): Directory {
  return {
    async members({ kind, name }) {
      const { groups = {}, roles = {} } = await read();
      return ownOf(kind === 'group' ? groups : roles, name) ?? madeUpMembers(name);
    },
    async managerOf(userId) {
      const { managers } = await read();
      // A file that has managers says who is at the top.
      return managers === undefined ? madeUpManager(userId) : ownOf(managers, userId);
    },
    attributesOf: async (userId) => ownOf((await read()).attributes ?? {}, userId),
  };
}

/** Reads the file at each question, so that a change of it counts at once. */
export const peopleOf = (io: Io): Directory => madeUpPeople(() => peopleIn(io));

async function peopleIn(io: Io): Promise<StaticDirectoryData> {
  if (!existsSync(resolve(io.cwd, PEOPLE_FILE))) return {};
  const people = parsed(await readText(io, PEOPLE_FILE));
  const [groups, roles] = [listsIn(people, 'groups'), listsIn(people, 'roles')];
  const managers = recordIn(people, 'managers', isText, 'the id of a user');
  const attributes = recordIn(people, 'attributes', isJsonObject, 'an object');
  return {
    ...(groups !== undefined && { groups }),
    ...(roles !== undefined && { roles }),
    ...(managers !== undefined && { managers }),
    ...(attributes !== undefined && { attributes }),
  };
}

function parsed(text: string): JsonObject {
  let people: JsonValue;
  try {
    people = fromJson(text);
  } catch (error) {
    throw new CliError(`${PEOPLE_FILE}: ${messageOf(error)}`);
  }
  if (isJsonObject(people)) return people;
  throw new CliError(`${PEOPLE_FILE}: is not an object with groups, roles, managers and attributes`);
}

const isText = (value: JsonValue): value is string => typeof value === 'string';
const isTexts = (value: JsonValue): value is readonly string[] => isJsonList(value) && value.every(isText);
const listsIn = (people: JsonObject, name: string) => recordIn(people, name, isTexts, 'a list of user ids');

/** The record in a field; undefined without the field. */
function recordIn<T extends JsonValue>(
  people: JsonObject,
  field: string,
  isValid: (value: JsonValue) => value is T,
  expected: string,
): Readonly<Record<string, T>> | undefined {
  const record = people[field];
  if (record === undefined) return undefined;
  if (!isJsonObject(record)) throw new CliError(`${PEOPLE_FILE}: ${field} is not an object`);
  const entries = Object.entries(record).map(([name, value]): [string, T] => {
    if (isValid(value)) return [name, value];
    throw new CliError(`${PEOPLE_FILE}: ${field}.${name} is not ${expected}`);
  });
  return Object.fromEntries(entries);
}

const TOP = 'ceo';
const PREFIX = 'manager-of-';

/** `manager-of-ida` above `ida`, and the CEO above every made-up manager. */
function madeUpManager(userId: string): string | null {
  if (userId === TOP) return null;
  return userId.startsWith(PREFIX) ? TOP : `${PREFIX}${userId}`;
}

const ownOf = <T>(record: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(record, name) ? (record[name] ?? null) : null;
