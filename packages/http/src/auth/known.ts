/**
 * Checks the principal that the host's function returns; hosts without TypeScript may return
 * anything.
 */
import type { HttpRequest } from '@org/approval-internal/http';
import type { Principal } from '../permissions.js';

type Authenticate = (request: HttpRequest) => Promise<Principal>;

/**
 * Normalizes a principal. A missing name gives a caller without a subject, which reads no rows as
 * its own. A value that is not a principal is logged as an error of the host.
 */
export const knownBy =
  (authenticate: Authenticate): Authenticate =>
  async (request) => {
    const principal = await authenticate(request);
    const given = principal as Partial<Record<keyof Principal, unknown>> | null | undefined;
    const subject = given?.subject ?? null;
    if (
      typeof given?.workspaceId !== 'string' ||
      typeof (given.permissions as Partial<Set<unknown>> | null | undefined)?.has !== 'function'
    ) {
      throw new TypeError(
        'authenticate must give { workspaceId, subject, permissions }, permissions being a Set',
      );
    }
    if (subject !== null && (typeof subject !== 'string' || subject === '')) {
      throw new TypeError(
        'authenticate must give the userId of the caller as subject, or null for a caller that is none',
      );
    }
    return subject === principal.subject ? principal : { ...principal, subject };
  };
