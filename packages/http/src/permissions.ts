/** What a caller may do (contract section 14): a closed set of permissions, and the roles that carry them. */

export const PERMISSIONS = [
  'definitions:read',
  'definitions:write',
  'executions:read',
  'executions:dispatch',
  'executions:cancel',
  'steps:decide',
  'steps:decide-any',
  'steps:resolve-agent',
  'steps:cancel',
  'steps:admin',
  'webhooks:admin',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const READ = ['definitions:read', 'executions:read'] as const;

export const ROLES = {
  /** Everything. */
  admin: PERMISSIONS,
  author: [...READ, 'definitions:write', 'executions:dispatch'],
  /** Decides as itself: as the reviewer that its token names. */
  reviewer: [...READ, 'steps:decide'],
  /** A program of the host's: it decides for any reviewer. */
  service: [...READ, 'executions:dispatch', 'steps:resolve-agent', 'steps:decide', 'steps:decide-any'],
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof ROLES;

/** Who calls, as an `authenticate` of the host or the built-in one says. */
export interface Principal {
  readonly workspaceId: string;
  /** The user; null for a caller that is none. */
  readonly subject: string | null;
  readonly permissions: ReadonlySet<Permission>;
}
