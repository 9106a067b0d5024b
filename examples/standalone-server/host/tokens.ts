/** Tokens on demand, of a role or of permissions of their own. */
import type { HttpRequest, Permission, Principal, Role } from '@org/approval-http';
import { issueAuthToken } from '@org/approval-http/auth';

export interface TokenData {
  readonly sub?: string;
  readonly role?: Role;
  /** In place of a role's. */
  readonly permissions?: readonly Permission[];
  readonly ttlMs?: number;
}

type TokenOptions = Parameters<typeof issueAuthToken>[0];
const DAY_MS = 86_400_000;

export function hostTokens(options: TokenOptions) {
  const permissionsOf = new Map<string, ReadonlySet<Permission>>();
  return {
    async issue(workspaceId: string, data: TokenData): Promise<{ token: string }> {
      const { sub, role = 'reviewer', permissions, ttlMs = DAY_MS } = data;
      const token = await issueAuthToken(options, {
        workspaceId,
        role,
        ...(sub !== undefined && { subject: sub }),
        ttlSeconds: ttlMs / 1_000,
      });
      if (permissions !== undefined) permissionsOf.set(token, new Set(permissions));
      return { token };
    },
    /** The same `authenticate`, that knows tokens with permissions of their own. */
    knowing:
      (authenticate: (request: HttpRequest) => Promise<Principal>) =>
      async (request: HttpRequest): Promise<Principal> => {
        const principal = await authenticate(request);
        const permissions = permissionsOf.get(String(request.headers['x-svc-auth-token']));
        return permissions === undefined ? principal : { ...principal, permissions };
      },
  };
}
