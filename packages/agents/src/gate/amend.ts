/** Other arguments for a call that people are asked about (permits G5). */
import { ApprovalError, type ExecutionView } from '@org/approval-core';
import { isSamePerson, traitsOf } from '@org/approval-core/internal';
import type * as z from 'zod';
import { type DigestedCall, readCall } from '../call/call.js';
import { redacted } from '../call/pointer.js';
import { denied, refused, unknownPermit } from '../errors.js';
import { PERMIT_LIMITS } from '../limits.js';
import type { amend as amendSchema } from '../requests.js';
import type { KeyedAmendment, StoredAmendment, StoredPermit } from '../store/permit-store.js';
import type { GateCaller } from '../types.js';
import { validate } from './ask.js';
import { silently } from './changes.js';
import { type GateContext, redactionsOf } from './context.js';
import { readsPermit, seen } from './seen.js';
import { settled, written } from './settle.js';
import { presentationOf } from './present.js';

type Request = z.infer<typeof amendSchema>;

/** History lines reserved for later changes of a permit. */
const LAST_LINES = 10;

export async function amend(
  context: GateContext,
  { workspaceId, caller }: { readonly workspaceId: string; readonly caller: GateCaller },
  request: Request,
): Promise<StoredPermit> {
  const { permitId, actorId } = request;
  const stored = seen(caller, permitId, await context.store.loadPermit({ workspaceId, permitId }));
  if (isSamePerson(actorId, stored.requester.principal))
    throw denied(`"${actorId}" asked for this call and cannot amend it; another reviewer can`);
  const permit = await settled(context, stored);
  if (!(await readsPermit(context, caller, permit))) throw unknownPermit(permitId);
  const before = madeBefore(permit, request);
  // The call may have changed since; amending again could undo another person's change.
  if (before !== undefined) return sameOr(permit, request, before);
  const run = await runOf(context, permit);
  if (caller.administersSteps !== true && !isAsked(run, actorId))
    throw denied(`"${actorId}" is not asked about this call now`);
  if (permit.digest !== request.ifDigest) throw digestChanged(permit);
  // Only one of two concurrent amendments can reach the run; overwriting the row would hide whose
  // digest it has.
  if (permit.amendment !== null) throw beingAmended();
  const next = readCall({ ...permit.call, args: request.args }, 'call');
  refuseHidden(context, permit, next);
  if (run.steps.some(isApproved)) throw alreadyApproved();
  if (next.digest === permit.digest) return permit;
  await validate(context, next);
  refuseByPolicy(context, permit, next);
  if (permit.history.length + LAST_LINES > PERMIT_LIMITS.history)
    throw refused('limit-reached', 'this call was amended too often; reject it');
  return promoted(context, permit, run, amendmentOf(context, request, next));
}

/** Returns the amendment with the same key, if it is still remembered. */
const madeBefore = ({ keyed }: StoredPermit, { actorId, idempotencyKey: key }: Request) =>
  key === undefined ? undefined : keyed?.find((it) => it.actorId === actorId && it.key === key);

/** @throws FAILED_PRECONDITION where the key stands for another amendment. */
function sameOr(permit: StoredPermit, { args }: Request, { digest }: KeyedAmendment): StoredPermit {
  if (readCall({ ...permit.call, args }, 'call').digest === digest) return permit;
  throw refused('key-reused', 'this idempotencyKey made another amendment; give a new key', { digest });
}

async function runOf({ runs }: GateContext, permit: StoredPermit): Promise<ExecutionView> {
  const run =
    permit.state === 'pending' && permit.executionId !== null
      ? await runs.load(permit.workspaceId, permit.executionId)
      : null;
  if (run !== null) return run;
  throw refused('not-pending', `the permit is ${permit.state}; only a pending one is amended`);
}

/** True when a waiting step asks the user and the user has not decided. */
const isAsked = ({ steps }: ExecutionView, userId: string): boolean =>
  steps.some(
    (it) =>
      it.status === 'waiting' &&
      it.people?.places.some(({ holder, state }) => holder === userId && state === 'asked') === true,
  );

const isApproved = ({ nodeType, status, output }: ExecutionView['steps'][number]): boolean =>
  traitsOf(nodeType).decidedByPeople && status === 'completed' && output?.['decision'] === 'approve';

const digestChanged = ({ digest }: StoredPermit): ApprovalError =>
  refused('digest-changed', 'the call is another one by now; look at it again', { currentDigest: digest });

const beingAmended = (): ApprovalError =>
  refused('digest-changed', 'another amendment of the call is in progress; read the permit again');

const alreadyApproved = (): ApprovalError =>
  refused('already-approved', 'a reviewer has approved the call as it is; reject it instead');

/** Hidden values are not stored, so an amended call with them could not be executed. */
function refuseHidden(context: GateContext, { call, asked }: StoredPermit, next: DigestedCall): void {
  const pointers = redactionsOf(context, call.tool);
  if ([call, asked, next.call].every((it) => redacted(it, pointers).hidden.length === 0)) return;
  throw refused('redacted', 'the call has values that are not kept; it can be approved or rejected as it is');
}

/** Refuses a call that the rules would put to other people than the first one. */
function refuseByPolicy(
  { matcher }: GateContext,
  { requester, ask }: StoredPermit,
  { call }: DigestedCall,
): void {
  const verdict = matcher.match(call, requester);
  if (verdict.do === 'allow') return;
  if (verdict.do === 'deny')
    throw refused('denied-by-policy', 'the policies deny the call with these arguments');
  const { definitionId, grantNodeId } = verdict.ask;
  if (definitionId === ask?.definitionId && grantNodeId === ask.grantNodeId) return;
  throw refused('denied-by-policy', 'with these arguments the policies ask others; let it be asked anew');
}

const amendmentOf = (
  { clock }: GateContext,
  { actorId, reason, idempotencyKey: key }: Request,
  { call: { args }, digest }: DigestedCall,
): StoredAmendment => ({
  ...{ digest, args, actorId, reason: reason ?? null, at: clock.now() },
  ...(key !== undefined && { key }),
});

/**
 * Writes the new call beside the old one, revises the run, and then promotes the new call. After a
 * crash in between, the run's digest tells which of the two people decide about.
 */
async function promoted(
  context: GateContext,
  permit: StoredPermit,
  { executionId }: ExecutionView,
  amendment: StoredAmendment,
): Promise<StoredPermit> {
  const proposed = silently(permit, { amendment });
  if ((await written(context, permit, proposed)) !== proposed)
    throw refused('digest-changed', 'the permit was changed meanwhile; look at it again');
  const { digest, actorId, args } = amendment;
  const call = { ...permit.call, args };
  const presentation = presentationOf(context, ruleOf(context, permit, call), call);
  try {
    await context.engine.forWorkspace(permit.workspaceId).executions.reviseSubject({
      ...{ executionId, subject: { digest }, ifDigest: permit.digest, actorId, contributorId: actorId },
      presentation,
    });
  } catch (error) {
    // After any other error it is unknown whether the run was revised; its digest tells later.
    if (isRefusal(error)) await written(context, proposed, silently(proposed, { amendment: null }));
    throw refusalOf(error);
  }
  const after = await settled(context, proposed);
  if (after.digest === digest) return after;
  throw refused('digest-changed', 'the permit was changed meanwhile; look at it again');
}

/** The rule that asks about the call; a rule that does not ask has no own presentation. */
function ruleOf({ matcher }: GateContext, { requester }: StoredPermit, call: StoredPermit['call']) {
  const verdict = matcher.match(call, requester);
  return verdict.do === 'ask' ? verdict.ask : {};
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApprovalError && error.status !== 'UNAVAILABLE' && error.status !== 'INTERNAL';

/** Translates a refusal of the run into one of the gate. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ApprovalError) || error.status !== 'FAILED_PRECONDITION') return error;
  const { code, currentDigest } = error.details;
  if (code === 'subject-approved') return alreadyApproved();
  if (code === 'subject-changed')
    return refused('digest-changed', 'people are asked about another call by now', { currentDigest });
  // Refusals with a code come from the host or from a limit of the run.
  if (code !== undefined) return error;
  return refused('not-pending', 'the run has ended meanwhile');
}
