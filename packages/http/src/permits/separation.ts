/**
 * Who may answer what a program asks for (permits G7): on a run of the gate nobody acts for the program that asked, nobody
 * acts who asks for permits themselves, and nobody answers for somebody else but the host's relays.
 */
import {
  ApprovalError,
  type ApprovalEngine,
  type JsonObject,
  checkRequest,
  isOfPermit,
  remembered,
} from '@org/approval-core';
import { actsAsItself } from '../guards.js';
import type { Permission, Principal } from '../permissions.js';
import { ROUTES } from '../routes.js';

/** Whose runs are kept in mind; what a run was dispatched with never changes. */
const KNOWN_RUNS = 10_000;

/** Operations on steps that answer nothing. */
const HARMLESS: ReadonlySet<string> = new Set(['steps/listWaiting']);

/** What a request says of who acts, and for whom; not checked yet. */
interface Acting {
  readonly executionId?: unknown;
  readonly reviewerId?: unknown;
  readonly onBehalfOf?: unknown;
  readonly actorId?: unknown;
  readonly toUserId?: unknown;
  readonly userIds?: unknown;
  readonly action?: unknown;
}

export type Separation = (principal: Principal, path: string, data: unknown) => Promise<void>;

/** Changes what people are asked about, past the gate. */
const REVISION = 'executions/reviseSubject';

/** Throws what is against a request on the run of a permit; `relays` are the subs that answer for people. */
export function separationOf(engine: ApprovalEngine, relays: ReadonlySet<string>): Separation {
  const known = remembered<{ readonly asker: string | null }>(KNOWN_RUNS);

  /** The program whose call the run is about; null: the run is of no permit, or is not there. */
  async function askerOf(workspaceId: string, executionId: string): Promise<string | null> {
    const key = JSON.stringify([workspaceId, executionId]);
    const found = known.get(key) ?? (await lookUp(engine, workspaceId, executionId));
    if (found === null) return null;
    known.set(key, found);
    return found.asker;
  }

  return async (principal, path, data) => {
    const isLink = path === 'links/create';
    const isAnswer = path.startsWith('steps/') && !HARMLESS.has(path);
    if (!isAnswer && !isLink && path !== REVISION) return;
    const acting = actingOf(data);
    if (typeof acting.executionId !== 'string') return;
    const asker = await askerOf(principal.workspaceId, acting.executionId);
    if (asker === null) return;
    // What has no shape is refused for that.
    if (path !== 'steps/decideMany') checkRequest(path, data);
    const isRelay = principal.subject !== null && relays.has(principal.subject);
    const why = refusalOf({ principal, path, acting, asker, isRelay });
    if (why !== null) throw new ApprovalError('PERMISSION_DENIED', why, { code: 'separation-of-duties' });
  };
}

const actingOf = (data: unknown): Acting =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {};

async function lookUp(
  engine: ApprovalEngine,
  workspaceId: string,
  executionId: string,
): Promise<{ asker: string | null } | null> {
  try {
    const run = await engine.forWorkspace(workspaceId).executions.get({ executionId });
    if (!isOfPermit(run.idempotencyKey)) return { asker: null };
    const permit = run.triggerContext['permit'] as { requester?: JsonObject } | undefined;
    const principal = permit?.requester?.['principal'];
    // Of a run that the host gave such a key it is not known who asked; relays are still needed.
    return { asker: typeof principal === 'string' ? principal : '' };
  } catch (error) {
    // The operation itself says so. Of a run that cannot be looked at now it is not known whose it is: nobody answers there.
    if (error instanceof ApprovalError && error.status === 'NOT_FOUND') return null;
    throw error;
  }
}

interface Attempt {
  readonly principal: Principal;
  readonly path: string;
  readonly acting: Acting;
  readonly asker: string;
  readonly isRelay: boolean;
}

/** Why it is not for this caller, or null. */
function refusalOf({ principal, path, acting, asker, isRelay }: Attempt): string | null {
  const { subject, permissions } = principal;
  const { reviewerId, onBehalfOf, actorId, toUserId, userIds } = acting;
  // Away from the call and back, it would take the places of those who become contributors.
  if (path === REVISION) return 'the call of a permit is changed by permits/amend';
  if (subject === asker) return 'who asked does not answer';
  const names = [
    reviewerId,
    onBehalfOf,
    actorId,
    toUserId,
    ...(Array.isArray(userIds) ? (userIds as unknown[]) : []),
  ];
  if (names.includes(asker)) return 'nobody answers for who asked';
  if (permissions.has('permits:redeem') && !permissions.has('steps:admin'))
    return 'programs that ask for permits answer for none';
  if (isRelay) return null;
  const { action } = acting;
  if (path === 'links/create' || (typeof action === 'string' && action.startsWith('reviewer-')))
    return 'only a relay of the host answers for people here';
  return actsAlone({ principal, path, acting }) ? null : 'only a relay of the host answers for people here';
}

/** Whether the request is the caller's own, `steps:decide-any` apart. */
function actsAlone({ principal, path, acting }: Pick<Attempt, 'principal' | 'path' | 'acting'>): boolean {
  const permissions = new Set<Permission>(
    [...principal.permissions].filter((it) => it !== 'steps:decide-any'),
  );
  const guard = path === 'steps/decideMany' ? actsAsItself : ROUTES.get(path)?.guard;
  try {
    guard?.({ ...principal, permissions }, acting);
    return true;
  } catch (error) {
    if (error instanceof ApprovalError) return false;
    throw error;
  }
}
