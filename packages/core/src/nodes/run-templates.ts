/** Values that the templates of a step can read. */
import type { JsonObject } from '../definition/json.js';
import { type Rendering, TemplateTooLarge, renderingOf } from '../expression/template.js';
import { TooCostly } from '../expression/work.js';
import type { StepError, StepState } from '../interpreter/state.js';
import type { Transition } from '../interpreter/transition.js';

/** Starts the rendering of a step's templates. Every attempt of the step renders the same. */
export function stepRendering(
  transition: Transition,
  { stepId, nodeId, iteration, input }: StepState,
  further: JsonObject = {},
): Rendering {
  const { state, work } = transition;
  const { executionId, definitionId, definitionVersion, correlationId, organizationId, documentId } = state;
  const scope = {
    ...further,
    input,
    output: input['output'] ?? null,
    execution: {
      executionId,
      definitionId,
      definitionVersion,
      correlationId,
      organizationId,
      documentId,
      initiatorId: state.parties?.initiatorId ?? null,
      input: state.triggerContext,
    },
    step: { stepId, nodeId, iteration },
  };
  return renderingOf(scope, work);
}

/** Error of a step whose templates exceed their bounds; null for any other error. */
export function tooLargeError(error: unknown): StepError | null {
  if (!(error instanceof TemplateTooLarge) && !(error instanceof TooCostly)) return null;
  return { code: 'template-too-large', message: error.message };
}
