/**
 * Every operation of the gate that callers from outside can ask for (permits G7): its path, the shapes of request and result,
 * and how it is done for whoever the token names. Routes and OpenAPI are made from this table.
 */
import { ApprovalError } from '@org/approval-core';
import * as z from 'zod';
import { unknownPermit } from './errors.js';
import { PERMIT_LIMITS } from './limits.js';
import {
  amendFields,
  askedFields,
  batchId,
  getPermitFields,
  grantFields,
  listGrants,
  listPermits,
  outcomeFields,
  parse,
  redeemFields,
  revokeFields,
  revokeGrantFields,
  userId,
} from './requests.js';
import type { BatchItem, PermitOperations, Redeemed, RequestBatchAnswer, RequesterRequest } from './types.js';
import { grantView, outcomeResult, pageOf, permit, redeemed, requestBatchResult } from './views.js';
import type { PermitOperationPath, PermitOperationRequest, PermitOperationResult } from './wire-types.js';

/** Who calls, as far as the gate has to know. */
export interface WireCaller {
  /** The user of the token; null: it names none. */
  readonly subject: string | null;
  /** Whether it sees permits of others: otherwise they are unknown. */
  readonly seesAll: boolean;
}

/** An operation as data: its words, its shapes, and how to do it. */
export interface PermitOperation {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Schema of the request. */
  readonly request: z.ZodType;
  /** Schema of the result. */
  readonly result: z.ZodType;
  /** Checks the request itself, whatever it is given. */
  readonly invoke: (on: PermitOperations, data: unknown, caller: WireCaller) => Promise<unknown>;
}

type Invoke<P extends PermitOperationPath> = (
  on: PermitOperations,
  request: PermitOperationRequest<P>,
  caller: WireCaller,
) => Promise<PermitOperationResult<P>>;

function operation<P extends PermitOperationPath>(
  _path: P,
  summary: string,
  shapes: { readonly request: z.ZodType; readonly result: z.ZodType },
  invoke: Invoke<P>,
): PermitOperation {
  return {
    summary,
    ...shapes,
    invoke: (on, data, caller) =>
      invoke(on, parse(shapes.request, data) as PermitOperationRequest<P>, caller),
  };
}

/** Whoever acts is the user of the token. */
function userOf({ subject }: WireCaller): string {
  if (subject !== null) return subject;
  throw new ApprovalError('PERMISSION_DENIED', 'the token names no user, so it cannot ask or act');
}

const requesterOf = (caller: WireCaller, onBehalfOf: string | null | undefined): RequesterRequest => ({
  principal: userOf(caller),
  onBehalfOf: onBehalfOf ?? null,
});

const onBehalfOf = userId.nullable().optional();
const behalf = { onBehalfOf: onBehalfOf.describe('Whom it works for; needs `permits:on-behalf`.') };
const asAsked = { onBehalfOf: onBehalfOf.describe('As it was asked.') };

const requestPermit = z
  .strictObject({
    ...askedFields,
    ...behalf,
    batchId: batchId.describe('Of calls that belong together, 1 to 200 characters.'),
  })
  .meta({ id: 'RequestPermitData', description: 'What a program asks for; its token says who it is.' });
const requestBatch = z
  .strictObject({
    items: z
      .array(
        z
          .strictObject({ ...askedFields, ...behalf })
          .meta({ id: 'RequestBatchItem', description: 'One of several calls.' }),
      )
      .min(1)
      .max(PERMIT_LIMITS.batch)
      .describe('1 to 50.'),
  })
  .meta({ id: 'RequestBatchData', description: 'Several calls at once, each with its own permit.' });
const getPermit = z
  .strictObject({
    ...getPermitFields,
    waitMs: z
      .int()
      .min(0)
      .max(PERMIT_LIMITS.httpWaitMs)
      .optional()
      .describe(
        'Answers when the permit is no longer pending, at the latest after so many ms, 0 to 60,000; 0 by default. Over HTTP at most 25,000.',
      ),
  })
  .meta({ id: 'GetPermitRequest', description: 'Which permit, and how long to wait.' });
const redeemPermit = z.strictObject({ ...redeemFields, ...asAsked }).meta({
  id: 'RedeemPermitData',
  description: 'Which permit to spend, on which call; the token says who executes it.',
});
const permitOutcome = z
  .strictObject({ ...outcomeFields, ...asAsked })
  .meta({ id: 'PermitOutcomeData', description: 'What came of the call.' });
const amendPermit = z.strictObject(amendFields).meta({
  id: 'AmendPermitData',
  description: 'Other arguments for a call that people are asked about; the token says who amends it.',
});
const revokePermit = z
  .strictObject(revokeFields)
  .meta({ id: 'RevokePermitData', description: 'Which permit to take back; the token says who does.' });
const createGrant = z.strictObject(grantFields).meta({
  id: 'CreateGrantData',
  description: 'Permission for calls to come; the token says who grants it.',
});
const revokeGrant = z.strictObject(revokeGrantFields).meta({
  id: 'RevokeGrantData',
  description: 'Which standing grant to take back; the token says who does.',
});

/** Every operation of the gate by its path. */
export const PERMIT_OPERATIONS: { readonly [P in PermitOperationPath]: PermitOperation } = {
  'permits/request': operation(
    'permits/request',
    'Asks whether a call may be made.',
    { request: requestPermit, result: permit },
    (on, { onBehalfOf: whom, ...asked }, caller) =>
      on.request({ ...asked, requester: requesterOf(caller, whom) }),
  ),
  'permits/requestBatch': operation(
    'permits/requestBatch',
    'Asks about several calls, each with its own permit.',
    { request: requestBatch, result: requestBatchResult },
    async (on, { items }, caller) => {
      const asked = items.map(({ onBehalfOf: whom, ...it }) => ({
        ...it,
        requester: requesterOf(caller, whom),
      }));
      return { items: (await on.requestBatch({ items: asked })).map(answerOf) };
    },
  ),
  'permits/get': operation(
    'permits/get',
    'A permit, as soon as it is no longer pending where that is waited for.',
    { request: getPermit, result: permit },
    async (on, { permitId, waitMs = 0 }, caller) => {
      await ownOr(on, permitId, caller);
      return on.get({ permitId, waitMs });
    },
  ),
  'permits/list': operation(
    'permits/list',
    'Permits, newest first.',
    { request: listPermits, result: pageOf('PermitsPage', permit) },
    (on, request) => on.list(request),
  ),
  'permits/redeem': operation(
    'permits/redeem',
    'Spends a granted permit on exactly its call, once.',
    { request: redeemPermit, result: redeemed },
    (on, { onBehalfOf: whom, ...asked }, caller) =>
      redeemOwn(on, { ...asked, requester: requesterOf(caller, whom) }),
  ),
  'permits/outcome': operation(
    'permits/outcome',
    'Reports what came of the call.',
    { request: permitOutcome, result: outcomeResult },
    (on, { onBehalfOf: whom, ...said }, caller) =>
      on.outcome({ ...said, requester: requesterOf(caller, whom) }),
  ),
  'permits/amend': operation(
    'permits/amend',
    'Other arguments for a call that people are asked about.',
    { request: amendPermit, result: permit },
    (on, request, caller) => on.amend({ ...request, actorId: userOf(caller) }),
  ),
  'permits/revoke': operation(
    'permits/revoke',
    'Takes a permit back; again: the same.',
    { request: revokePermit, result: permit },
    async (on, request, caller) => {
      await ownOr(on, request.permitId, caller);
      return on.revoke({ ...request, actorId: userOf(caller) });
    },
  ),
  'grants/create': operation(
    'grants/create',
    'Permission for calls to come.',
    { request: createGrant, result: grantView },
    (on, request, caller) => on.grants.create({ ...request, createdBy: userOf(caller) }),
  ),
  'grants/list': operation(
    'grants/list',
    'Standing grants, newest first.',
    { request: listGrants, result: pageOf('GrantsPage', grantView) },
    (on, request) => on.grants.list(request),
  ),
  'grants/revoke': operation(
    'grants/revoke',
    'Takes a standing grant back, and the permits that it granted and nobody spent.',
    { request: revokeGrant, result: grantView },
    (on, request, caller) => on.grants.revoke({ ...request, actorId: userOf(caller) }),
  ),
};

/** Paths of the operations of the gate. */
export const PERMIT_PATHS = Object.keys(PERMIT_OPERATIONS) as PermitOperationPath[];

/**
 * Checks the shape of a request as the operation itself will, for whoever has to know before.
 * @throws ApprovalError INVALID_ARGUMENT with everything that is wrong.
 */
export function checkPermitRequest(path: PermitOperationPath, data: unknown): void {
  parse(PERMIT_OPERATIONS[path].request, data);
}

function answerOf(item: BatchItem): RequestBatchAnswer {
  if ('permit' in item) return item;
  const { status, message, details } = item.error;
  return { error: { status, message, details } };
}

/** @throws NOT_FOUND for a permit of another program, which the caller may not see. */
async function ownOr(on: PermitOperations, permitId: string, caller: WireCaller): Promise<void> {
  if (caller.seesAll) return;
  const own = userOf(caller);
  const { requester } = await on.get({ permitId });
  if (requester.principal !== own) throw unknownPermit(permitId);
}

/** A permit of another program is unknown; one that was asked for somebody else is told apart. */
async function redeemOwn(
  on: PermitOperations,
  request: Parameters<PermitOperations['redeem']>[0],
): Promise<Redeemed> {
  const answer = await on.redeem(request);
  if (answer.ok || answer.why !== 'wrong-requester') return answer;
  const { requester } = await on.get({ permitId: request.permitId });
  return requester.principal === request.requester.principal ? answer : { ...answer, why: 'unknown' };
}
