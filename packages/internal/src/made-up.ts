/**
 * Made-up data to try a definition unchanged: calendars, members of groups and roles, a subject,
 * and the values that decisions need.
 */
import { type Fields, isList, isObject, isRecord } from './values.js';

const fieldIn = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const objectIn = (value: unknown, name: string): Fields => {
  const found = fieldIn(value, name);
  return isRecord(found) ? found : {};
};
const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = fieldIn(value, name);
  return isList(found) ? found : [];
};
const textIn = (value: Fields, name: string): string | null => {
  const found = value[name];
  return typeof found === 'string' ? found : null;
};

const nodesOf = (definition: unknown): readonly unknown[] => listIn(definition, 'nodes');

/** Always working: time passes as it does everywhere. */
const ALWAYS = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00'] as const]]),
);

/** Returns calendars for the names in a valid definition; all time is working time. */
export function madeUpCalendars(definition: unknown) {
  const names = nodesOf(definition).flatMap((it) => textIn(objectIn(it, 'sla'), 'calendar') ?? []);
  const calendar = { timeZone: 'UTC', week: ALWAYS, holidays: [] };
  return Object.fromEntries(names.map((name) => [name, calendar]));
}

/** Enough for any quorum of a small example. */
const MEMBERS = 5;

/** Returns members of a group or role, named after it: `finance-1` and so on. */
export const madeUpMembers = (name: string): string[] =>
  Array.from({ length: MEMBERS }, (_, index) => `${name}-${index + 1}`);

/** Returns members for all groups and roles. */
export function madeUpDirectory(definition: unknown) {
  const pools = nodesOf(definition).flatMap((node) =>
    listIn(objectIn(node, 'config'), 'reviewers').map((it) => objectIn(it, 'pool')),
  );
  const named = (kind: 'group' | 'role') => {
    const names = pools.flatMap((it) => textIn(it, kind) ?? []);
    return Object.fromEntries(names.map((it) => [it, madeUpMembers(it)]));
  };
  return { groups: named('group'), roles: named('role') };
}

/** Returns the subject that a node requires; null: none does. */
export const madeUpSubject = (definition: unknown): { readonly digest: string } | null =>
  nodesOf(definition).some((it) => objectIn(it, 'config')['requireSubjectDigest'] === true)
    ? { digest: `sha256:${'0'.repeat(64)}` }
    : null;

/** Required fields of a decision at a node. */
export interface MadeUpAnswer {
  readonly reason?: string;
  readonly reasonCode?: string;
  readonly values?: Readonly<Record<string, string | number | boolean>>;
}

/** Returns the fields that its node requires beside the decision; empty without a node. */
export function madeUpAnswer(definition: unknown, nodeId: string, decision: string): MadeUpAnswer {
  const node = nodesOf(definition).find((it) => fieldIn(it, 'nodeId') === nodeId);
  const config = objectIn(node, 'config');
  const { reasonRequired } = config;
  const isReasonNeeded =
    reasonRequired === 'always' || (reasonRequired === 'reject' && decision === 'reject');
  const [code] = decision === 'approve' ? [] : listIn(config, 'reasonCodes');
  const fields = decision === 'approve' ? listIn(objectIn(config, 'form'), 'fields') : [];
  const values = fields.flatMap((it) => {
    const field = isObject(it) ? it : {};
    const name = textIn(field, 'name');
    return name !== null && field['required'] === true ? [[name, valueOf(field)] as const] : [];
  });
  return {
    ...(isReasonNeeded && { reason: 'simulated' }),
    ...(typeof code === 'string' && { reasonCode: code }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  };
}

function valueOf(field: Fields): string | number | boolean {
  if (field['type'] === 'number') return 1;
  if (field['type'] === 'boolean') return true;
  const [first] = listIn(field, 'choices');
  return typeof first === 'string' ? first : 'simulated';
}
