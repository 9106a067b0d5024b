/** Operations as the signed-in reader: checked, limited and separated as over HTTP. */
import { ApprovalError, type ApprovalEngine, consoleLogger } from '@org/approval-core';
import { guardedLogger } from '@org/approval-core/internal';
import type { OperationPath, OperationRequest, OperationResult } from '@org/approval-core/views';
import type { HttpRequest, HttpResponse } from '@org/approval-internal/http';
import { accessOf } from '../access/host-access.js';
import { HttpError } from '../answer.js';
import { knownBy } from '../auth/known.js';
import { engineOperations } from '../engine-operations.js';
import type { Limits } from '../limits.js';
import { separationOf } from '../permits/separation.js';
import { type Principal, ROLES } from '../permissions.js';
import { permit } from '../permitted.js';
import { Streams } from '../stream/stream.js';
import type { ApproverPagesOptions } from './options.js';

/** Calls an operation as the reader. */
export type Call = <P extends OperationPath>(
  path: P,
  data: OperationRequest<P>,
) => Promise<OperationResult<P>>;

/** A signed-in reader. */
export interface Reader {
  readonly userId: string;
  readonly call: Call;
  /** Position of the newest event, which a stream goes on from; null: nothing can be followed. */
  readonly position: () => Promise<string | null>;
  /** Answers with a stream of the events of their runs. */
  readonly follow: (requestId: string) => Promise<HttpResponse>;
}

const PERMISSIONS: Principal['permissions'] = new Set(ROLES.reviewer);
const RECHECK_MS = 60_000;

/** Returns the function that identifies the reader of a request. */
export function readersOf(
  { engine, recheckMs = RECHECK_MS, ...options }: ApproverPagesOptions,
  limits: Limits,
  onError: (error: unknown) => void,
): (request: HttpRequest) => Promise<Reader> {
  const access = accessOf(engine, { ...options, decidesAsShown: true });
  // Pages relay for none: their reader decides alone.
  const mounts = engineOperations({ access, separation: separationOf(engine, new Set()) });
  const authenticate = knownBy(principalBy(engine, options.authenticate));
  const logger = guardedLogger({ ...consoleLogger, error: (_, error) => onError(error) });
  const streams = new Streams({ access, authenticate, recheckMs, logger });
  return async (request) => {
    const principal = await limits.identify(request, () => authenticate(request));
    const call: Call = async <P extends OperationPath>(path: P, data: OperationRequest<P>) => {
      const mounted = mounts.get(path);
      if (mounted === undefined) throw new HttpError('NOT_FOUND', 'the path does not exist');
      const { permissions, budget } = mounted.operation;
      await permit(limits, principal, permissions, budget);
      const fields: Readonly<Record<string, unknown>> = { ...data };
      const run = await mounted.open(principal, fields);
      // The result is that of the record at this path.
      return (await run(fields)) as OperationResult<P>;
    };
    const following = () => permit(limits, principal, ['executions:read'], 'read');
    return {
      userId: principal.subject ?? '',
      call,
      position: async () => {
        await following();
        return streams.position(principal);
      },
      follow: async (requestId) => {
        await following();
        return streams.answer(request, principal, requestId);
      },
    };
  };
}

/** The user as the caller of operations, under the one form of their id. */
function principalBy(engine: ApprovalEngine, authenticate: ApproverPagesOptions['authenticate']) {
  return async (request: HttpRequest): Promise<Principal> => {
    const user = await authenticate(request);
    if (user === null) throw new ApprovalError('UNAUTHENTICATED', 'sign in to see this page');
    const { workspaceId, userId } = user;
    if (typeof userId !== 'string' || userId === '')
      throw new TypeError('authenticate must give { workspaceId, userId }, both texts that are not empty');
    return { workspaceId, subject: engine.normalizeUserId(userId), permissions: PERMISSIONS };
  };
}
