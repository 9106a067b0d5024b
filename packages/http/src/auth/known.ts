/** Who calls, as the host's own function says it: hosts without TypeScript may say anything. */
import type { HttpRequest } from '@org/approval-internal/http';
import type { Principal } from '../permissions.js';

type Authenticate = (request: HttpRequest) => Promise<Principal>;

/**
 * The same, closed where it says too little: a caller without a name is none, and reads nothing of its own. What is no
 * principal at all is a fault of the host's, whose log says so.
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
