/**
 * Permissions of a caller (contract section 14): a closed set, and the roles that carry them.
 * @see docs/reference/contract.md#14-authentication-permissions-limits
 */
import { PERMISSIONS, type Permission } from '@org/approval-core/views';

export { PERMISSIONS, type Permission };

const READ = ['definitions:read', 'executions:read', 'people:self'] as const;
/** Reads all runs; without it a caller reads the runs that it is a party of. */
const READ_ANY = [...READ, 'executions:read-any'] as const;

/** The permissions that each role carries. */
export const ROLES = {
  /** Everything. */
  admin: PERMISSIONS,
  author: [...READ_ANY, 'definitions:write', 'executions:dispatch'],
  /** Decides as the reviewer that its token names; reads the runs that this user is a party of. */
  reviewer: [...READ, 'steps:decide', 'permits:read', 'permits:amend'],
  /** A program of the host: it starts runs and decides for any reviewer. */
  service: [
    ...READ_ANY,
    'executions:dispatch',
    'executions:dispatch-any',
    'executions:signal',
    'steps:resolve-agent',
    'steps:decide',
    'steps:decide-any',
    'people:admin',
    'links:write',
    'triggers:emit',
  ],
  /** A program that asks before it acts, as itself. */
  agent: ['permits:request', 'permits:redeem'],
} as const satisfies Record<string, readonly Permission[]>;
/** A named set of permissions. */
export type Role = keyof typeof ROLES;

/** The caller, as returned by `authenticate`. */
export interface Principal {
  readonly workspaceId: string;
  /** The user; null for a caller that is not one. */
  readonly subject: string | null;
  /** Permissions of the caller. */
  readonly permissions: ReadonlySet<Permission>;
  /** Expiry of the credentials in ms since the epoch; streams end then. Omit it if unknown. */
  readonly expiresAt?: number | undefined;
}
