/** Calls about runs of the conformance tests of nodes: dispatch in process, and simulations. */
import type { ApprovalEngine } from '@org/approval-core';
import { simulate } from '@org/approval-core/interpreter';
import type { HostCalls } from './host.js';

export const nodeCalls = (engine: ApprovalEngine): HostCalls => ({
  dispatch: (data, workspaceId) => engine.forWorkspace(workspaceId).executions.dispatch(data as never),
  simulate: ({ definition, options }) => {
    const { state } = simulate(definition, options);
    return { status: state.status, steps: state.steps.map(({ nodeId, status }) => ({ nodeId, status })) };
  },
});
