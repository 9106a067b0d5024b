/** What visitors do: each ends with the page that shows what came of it. */
import { type Context, PageError, given } from './pages/context.js';

type Action = (context: Context) => Promise<string>;

const needed = (context: Context, name: string): string => {
  const value = given(context, name);
  if (value === undefined) throw new PageError(400, `The form lacks "${name}".`);
  return value;
};

/** Each returns the address to go on to. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  decide: async (context) => {
    const { site, operations } = context;
    const executionId = needed(context, 'executionId');
    const reviewerId = needed(context, 'reviewerId');
    const isAllowed = site.may('decide-any') || (site.may('decide') && reviewerId === site.subject);
    if (!isAllowed) throw new PageError(403, `You may not decide as ${reviewerId}.`);
    const reason = given(context, 'reason');
    await operations.steps.recordReviewerDecision({
      executionId,
      stepId: needed(context, 'stepId'),
      reviewerId,
      decision: needed(context, 'decision') as 'approve',
      ...(reason !== undefined && { reason }),
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
