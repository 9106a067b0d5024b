/** Values that the templates of a step can read. They are the same for every attempt. */
import type { TemplateScope } from '../expression/template.js';
import type { ExecutionState, StepState } from './state.js';

export const templateScope = (state: ExecutionState, step: StepState): TemplateScope => ({
  input: step.input,
  output: step.input['output'] ?? null,
  execution: {
    executionId: state.executionId,
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    correlationId: state.correlationId,
    organizationId: state.organizationId,
    documentId: state.documentId,
    initiatorId: state.parties?.initiatorId ?? null,
    input: state.triggerContext,
  },
  step: { stepId: step.stepId, nodeId: step.nodeId, iteration: step.iteration },
});
