/** Requests that mostly succeed, or fail for what was done before: what the state of a workspace refuses. */
import type { OperationPath } from '@org/approval-core/views';
import fc from 'fast-check';
import { REQUESTS } from '../../packages/http/src/test-support/requests.js';
import type { Drawn } from './drawn.js';

/** What may stand in the place of a field; most of it is there after the seed, or was. */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  // Later ones have not been ended by what came before.
  executionId: ['exec_1', 'exec_2', 'exec_3', 'exec_5', 'exec_8', 'exec_13', 'exec_21', 'exec_999999'],
  definitionId: ['flow', 'flow-two', 'made-0', 'made-1', 'nobody'],
  stepId: ['step_review', 'step_scan', 'step_people', 'step_n0', 'step_nobody'],
  decision: ['approve', 'reject'],
  reviewerId: ['ann', 'bob'],
  status: ['success', 'failure'],
  ifVersion: [1, 2],
  action: ['force-approve', 'force-fail'],
  idempotencyKey: ['order-7', 'order-8'],
  errorMessage: ['it broke'],
  includeInternal: [true],
  userId: ['ann', 'bob'],
  linkId: ['link_1', 'link_2', 'link_999999'],
};
/** Fields that an operation takes beside those of its request. */
const FURTHER: Partial<Record<OperationPath, readonly string[]>> = {
  'executions/dispatch': ['idempotencyKey'],
  'executions/getEvents': ['includeInternal'],
  'steps/recordAgentResolution': ['errorMessage'],
  'people/listAbsences': ['userId'],
};

const oneOf = (path: OperationPath): fc.Arbitrary<Drawn> => {
  const request = REQUESTS[path]({ executionId: 'exec_1', linkId: 'link_1' });
  const fields = [...Object.keys(request), ...(FURTHER[path] ?? [])].filter((it) => it in OTHERS);
  const others = fc.record(
    Object.fromEntries(fields.map((it) => [it, fc.constantFrom(...(OTHERS[it] ?? []))])),
    { requiredKeys: [] },
  );
  return others.map((it) => ({
    method: 'POST',
    path: `/v2/workflow/${path}`,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ data: { ...request, ...it } })),
  }));
};

/** What people and agents do on a step comes more often: most of it finds a step that waits for somebody else. */
const weightOf = (path: OperationPath): number =>
  path.startsWith('steps/') && path !== 'steps/cancel' && path !== 'steps/resolve' ? 4 : 1;

export const likely: fc.Arbitrary<Drawn> = fc.oneof(
  ...(Object.keys(REQUESTS) as OperationPath[]).map((path) => ({
    weight: weightOf(path),
    arbitrary: oneOf(path),
  })),
);
