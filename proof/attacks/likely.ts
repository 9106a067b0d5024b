/** Requests that mostly succeed, or fail because of the state of the workspace. */
import { keysOf } from '@org/approval-internal/lists';
import type { OperationPath } from '@org/approval-core/views';
import fc from 'fast-check';
import { REQUESTS } from '../../packages/http/src/test-support/requests.js';
import type { Drawn } from './drawn.js';

/** Alternatives for a field; most exist after the seed, or did. */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  // Earlier requests have not ended the later ones.
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
/** Fields of an operation beside those of its request. */
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

/** Step operations are more frequent, since most find a step that waits for others. */
const weightOf = (path: OperationPath): number =>
  path.startsWith('steps/') && path !== 'steps/cancel' && path !== 'steps/resolve' ? 4 : 1;

export const likely: fc.Arbitrary<Drawn> = fc.oneof(
  ...keysOf(REQUESTS).map((path) => ({
    weight: weightOf(path),
    arbitrary: oneOf(path),
  })),
);
