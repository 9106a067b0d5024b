/** Finds people in a thread or a record, so that their names can be taken out and put in. Pure. */
import { type User, isObject } from '../record.js';

const ONE: readonly string[] = ['from', 'assignedTo', 'resolvedByUser'];
const MANY: readonly string[] = ['to', 'subscribedUsers'];

/** The record with what `change` makes of each person in it. */
export function mapPeople<Of extends object>(record: Of, change: (user: User) => User): Of {
  const one = (value: unknown): unknown => (isUser(value) ? change(value) : value);
  const mapped = Object.entries(record).map(([name, value]: [string, unknown]) => {
    if (ONE.includes(name)) return [name, one(value)];
    if (MANY.includes(name)) return [name, mapEach(value, one)];
    if (name === 'taggedUserContacts') return [name, mapEach(value, (it) => withContact(it, one))];
    if (name === 'comments')
      return [name, mapEach(value, (it) => (isObject(it) ? mapPeople(it, change) : it))];
    return [name, value];
  });
  return Object.fromEntries(mapped) as Of;
}

/** Nothing of a person but who it is. */
export const withoutNames = <Of extends object>(record: Of): Of =>
  mapPeople(record, ({ userId }) => ({ userId }));

/** The userIds of everybody in the record. */
export function peopleIn(record: object): ReadonlySet<string> {
  const found = new Set<string>();
  mapPeople(record, (user) => {
    found.add(user.userId);
    return user;
  });
  return found;
}

const isUser = (value: unknown): value is User => isObject(value) && typeof value.userId === 'string';

function mapEach(value: unknown, change: (it: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, change(it)]));
}

const withContact = (tagged: unknown, one: (value: unknown) => unknown): unknown =>
  isObject(tagged) && 'contact' in tagged ? { ...tagged, contact: one(tagged.contact) } : tagged;
