/** `executions/get` (contract sections 9 to 11). */
import { readState } from '../../reading/read-state.js';
import { getExecution } from '../../shapes/executions/requests.js';
import { executionView, viewExecution } from '../../shapes/executions/views.js';
import { defineOperation } from '../define.js';
import type { Reading } from '../../scope.js';

/**
 * An execution with its steps, in the order of their creation.
 * @throws NOT_FOUND
 * @request {"executionId": "4f1c2f9e-7d1b-4c58-9d0c-0a6f5f0f9b11"}
 */
export const operation = defineOperation({
  path: 'executions/get',
  summary: 'An execution with its steps.',
  request: getExecution,
  result: executionView,
  effect: 'read',
  permission: 'executions:read',
  budget: 'read',
  isLarge: true,
  run: async (on: Reading, { executionId }) => {
    const state = await readState(on, executionId);
    const { compiled } = await on.definitions.ofExecution(state);
    const absences = await on.absences.ofWaiting(state);
    return viewExecution(compiled, state, on.clock.now(), absences);
  },
});
