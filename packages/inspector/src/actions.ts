/** Actions of visitors: each ends with the page that shows its result. */
import type { JsonObject, JsonValue } from '@org/approval-core';
import { fromJson, isJsonObject } from '@org/approval-internal/json';
import { messageOf } from '@org/approval-internal/errors';
import { AMENDED, askerOf, isAmended, refuseAsker } from './pages/of-permit.js';
import { save } from './pages/playground/save.js';
import { type Context, PageError, given, givenOf, oneOf } from './pages/context.js';

type Action = (context: Context) => Promise<string>;

const needed = (context: Context, name: string): string => {
  const value = given(context, name);
  if (value === undefined) throw new PageError(400, `The form lacks "${name}".`);
  return value;
};

/** The given ones of these fields, by name. */
const said = <T extends string>(context: Context, ...names: readonly T[]): Partial<Record<T, string>> =>
  givenOf(context, names);

function objectIn(context: Context, name: string): JsonObject {
  let value: JsonValue;
  try {
    value = fromJson(needed(context, name));
  } catch (error) {
    throw new PageError(400, `"${name}" is not valid JSON: ${messageOf(error)}`);
  }
  if (isJsonObject(value)) return value;
  throw new PageError(400, `"${name}" must be a JSON object, as in {"amount": 12000}.`);
}

/** Values belong to approvals only. */
const valuesOf = (context: Context) =>
  given(context, 'values') !== undefined && given(context, 'decision') === 'approve'
    ? { values: objectIn(context, 'values') }
    : {};

/** Refuses decisions by the requester; returns the run, and the requester of a permit or null. */
async function apart(context: Context, ...names: readonly unknown[]) {
  const { operations, site } = context;
  const run = await operations.executions.get({ executionId: needed(context, 'executionId') });
  const asker = askerOf(run);
  refuseAsker(asker, site.subject, names);
  return { run, asker };
}

const DECISIONS = ['approve', 'reject', 'abstain'] as const;
const FORCED = ['force-approve', 'force-reject', 'force-complete', 'force-fail'] as const;

/** Each action returns the address to redirect to. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  decide: async (context) => {
    const { site, engine } = context;
    const executionId = needed(context, 'executionId');
    const reviewerId = needed(context, 'reviewerId');
    const isAllowed = site.may('decide-any') || (site.may('decide') && reviewerId === site.subject);
    if (!isAllowed) throw new PageError(403, `You may not decide as ${reviewerId}.`);
    const { run, asker } = await apart(context, reviewerId, given(context, 'onBehalfOf'));
    if (asker !== null && reviewerId !== site.subject)
      throw new PageError(403, 'On the call of a program, reviewers decide only as themselves.');
    const decision = oneOf(needed(context, 'decision'), DECISIONS);
    if (decision === undefined) throw new PageError(400, `"decision" must be ${DECISIONS.join(', ')}.`);
    if (decision === 'approve' && isAmended(run)) throw new PageError(403, AMENDED);
    const round = given(context, 'round');
    // A form without a digest comes from a page without a subject, so later changes were not seen.
    const { steps } = engine.forWorkspace(site.workspaceId, { decidesAsShown: true });
    await steps.recordReviewerDecision({
      executionId,
      stepId: needed(context, 'stepId'),
      reviewerId,
      decision,
      ...said(context, 'reason', 'reasonCode', 'onBehalfOf', 'subjectDigest'),
      ...(round !== undefined && { round: Number(round) }),
      ...valuesOf(context),
    });
    return site.url('run', { id: executionId });
  },
  delegate: async (context) => {
    const { site, operations } = context;
    const executionId = needed(context, 'executionId');
    const reviewerId = needed(context, 'reviewerId');
    // Own steps follow the rules of the node; steps of others are decided as an administrator.
    const isOwn = reviewerId === site.subject;
    if (!site.may(isOwn ? 'decide' : 'delegate')) throw new PageError(403, 'You may not hand over places.');
    await apart(context, reviewerId, given(context, 'toUserId'));
    await operations.steps.delegate({
      ...{
        executionId,
        stepId: needed(context, 'stepId'),
        reviewerId,
        toUserId: needed(context, 'toUserId'),
      },
      ...said(context, 'reason'),
      ...(!isOwn && { actorId: site.subject }),
    });
    return site.url('run', { id: executionId });
  },
  remind: async (context) => {
    const { site, operations } = context;
    if (!site.may('remind')) throw new PageError(403, 'You may not remind people.');
    await apart(context);
    const executionId = needed(context, 'executionId');
    const step = { executionId, stepId: needed(context, 'stepId') };
    await operations.steps.remind(
      { ...step, actorId: site.subject, ...said(context, 'userId') },
      { asAdministrator: true },
    );
    return site.url('run', { id: executionId });
  },
  resolve: async (context) => {
    const { site, operations } = context;
    if (!site.may('resolve')) throw new PageError(403, 'You may not resolve steps.');
    await apart(context);
    const executionId = needed(context, 'executionId');
    const action = FORCED.find((it) => it === given(context, 'action'));
    if (action === undefined) throw new PageError(400, `The form lacks an "action" of ${FORCED.join(', ')}.`);
    const stepId = needed(context, 'stepId');
    await operations.steps.resolve({
      executionId,
      stepId,
      action,
      actorId: site.subject,
      ...said(context, 'reason'),
    });
    return site.url('run', { id: executionId });
  },
  'cancel-step': async (context) => {
    const { site, operations } = context;
    if (!site.may('resolve')) throw new PageError(403, 'You may not cancel steps.');
    await apart(context);
    const executionId = needed(context, 'executionId');
    const stepId = needed(context, 'stepId');
    await operations.steps.cancel({ executionId, stepId, actorId: site.subject, ...said(context, 'reason') });
    return site.url('run', { id: executionId });
  },
  save,
  dispatch: async (context) => {
    const { site, operations } = context;
    if (!site.may('dispatch')) throw new PageError(403, 'You may not start runs.');
    const { executionId } = await operations.executions.dispatch({
      definitionId: needed(context, 'definitionId'),
      initiatorId: site.subject,
      triggerContext: objectIn(context, 'triggerContext'),
      ...said(context, 'organizationId', 'documentId'),
    });
    return site.url('run', { id: executionId });
  },
  cancel: async (context) => {
    const { site, operations } = context;
    if (!site.may('cancel')) throw new PageError(403, 'You may not cancel runs.');
    const executionId = needed(context, 'executionId');
    const reason = given(context, 'reason');
    await operations.executions.cancel({ executionId, ...(reason !== undefined && { reason }) });
    return site.url('run', { id: executionId });
  },
  redeliver: async (context) => {
    const { site, operations } = context;
    if (!site.may('redeliver')) throw new PageError(403, 'You may not send deliveries again.');
    await operations.webhooks.redeliver({ deliveryId: needed(context, 'deliveryId') });
    return site.url('deliveries');
  },
};
