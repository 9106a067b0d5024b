/**
 * Expected access to each operation and to another workspace: rules by hand, the rest from records.
 */
import { PERMIT_OPERATIONS, type PermitOperationPath } from '@org/approval-agents';
import {
  OPERATIONS,
  type OperationData,
  type OperationPath,
  PERMISSIONS,
  type Permission,
} from '@org/approval-core/views';
import { mapValues } from '@org/approval-core/internal';
import * as z from 'zod';
import type { Role } from '../index.js';

export const EVERYBODY: readonly Role[] = ['admin', 'author', 'reviewer', 'service'];

/** Programs that ask before they act: they do nothing else. */
export const AGENT: Role = 'agent';

/**
 * Contract section 14 and permits G7, repeated by hand. `docs/reference/contract.test.ts` compares
 * the permission of each operation with section 10.
 */
const HOLDERS: Readonly<Record<Permission, readonly Role[]>> = {
  'definitions:read': EVERYBODY,
  'definitions:write': ['admin', 'author'],
  'executions:read': EVERYBODY,
  'executions:read-any': ['admin', 'author', 'service'],
  'executions:audit': ['admin'],
  'executions:dispatch': ['admin', 'author', 'service'],
  'executions:dispatch-any': ['admin', 'service'],
  'executions:cancel': ['admin'],
  'executions:signal': ['admin', 'service'],
  'steps:decide': ['admin', 'reviewer', 'service'],
  'steps:decide-any': ['admin', 'service'],
  'steps:resolve-agent': ['admin', 'service'],
  'steps:cancel': ['admin'],
  'steps:admin': ['admin'],
  'people:self': EVERYBODY,
  'people:admin': ['admin', 'service'],
  'webhooks:admin': ['admin'],
  'links:write': ['admin', 'service'],
  'triggers:emit': ['admin', 'service'],
  'permits:request': ['admin', 'agent'],
  'permits:on-behalf': ['admin'],
  'permits:read': ['admin', 'reviewer'],
  'permits:redeem': ['admin', 'agent'],
  'permits:amend': ['admin', 'reviewer'],
  'permits:revoke': ['admin'],
  'grants:read': ['admin'],
  'grants:write': ['admin'],
};

/** Permissions of every role of people. */
export const READ_BY_ALL: ReadonlySet<Permission> = new Set(
  PERMISSIONS.filter((it) => HOLDERS[it] === EVERYBODY),
);

const allowed = ({ permissions }: OperationData): readonly Role[] => [
  ...new Set(permissions.flatMap((it) => HOLDERS[it])),
];

/** The roles that may. */
export const ALLOWED: Readonly<Record<OperationPath, readonly Role[]>> = mapValues<
  OperationPath,
  OperationData,
  readonly Role[]
>(OPERATIONS, allowed);

/** The roles that may, of all roles. */
export const PERMIT_ALLOWED: Readonly<Record<PermitOperationPath, readonly Role[]>> = mapValues<
  PermitOperationPath,
  OperationData,
  readonly Role[]
>(PERMIT_OPERATIONS, allowed);

type Foreign = 'NOT_FOUND' | 'an empty list' | 'something of its own' | 'unknown';

/** Operations that the rules below do not cover. */
const EXCEPTIONS: Readonly<Record<string, Foreign>> = {
  // They name what they make, or what they look at without keeping it.
  'definitions/create': 'something of its own',
  'definitions/ensure': 'something of its own',
  'definitions/validate': 'something of its own',
  'people/clearAbsence': 'something of its own',
  // A page that has no cursor of a list.
  'events/list': 'something of its own',
  // It names one of two things, so that neither is required.
  'webhooks/redeliver': 'NOT_FOUND',
  'permits/redeem': 'unknown',
};

/** Fields that name something of a workspace. */
const NAMES = ['executionId', 'definitionId', 'linkId', 'permitId', 'grantId'];

/** Fields of a request that it has to have. */
export const requiredOf = ({ request }: OperationData): readonly string[] =>
  request instanceof z.ZodObject
    ? Object.entries(request.shape).flatMap(([name, it]) =>
        z.safeParse(it, undefined).success ? [] : [name],
      )
    : [];

/** True when a request has to name something of a workspace. */
export const namesSomething = (operation: OperationData): boolean =>
  requiredOf(operation).some((it) => NAMES.includes(it));

function foreign(operation: OperationData): Foreign {
  const exception = EXCEPTIONS[operation.path];
  if (exception !== undefined) return exception;
  if (namesSomething(operation)) return 'NOT_FOUND';
  return operation.effect === 'read' ? 'an empty list' : 'something of its own';
}

/** Expected answer for ids of another workspace. */
export const FOREIGN: Readonly<Record<OperationPath, Foreign>> = mapValues<
  OperationPath,
  OperationData,
  Foreign
>(OPERATIONS, foreign);

/** Expected answer for permits and grants of another workspace. */
export const PERMIT_FOREIGN: Readonly<Record<PermitOperationPath, Foreign>> = mapValues<
  PermitOperationPath,
  OperationData,
  Foreign
>(PERMIT_OPERATIONS, foreign);
