/** The types that are written out are the schemas', no field more or less: the compiler holds it, also without a run. */
import type { EngineEvent } from './interpreter/event.js';
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import type { definitionSchema } from './definition/definition.js';
import type { Definition } from './definition/types.js';
import type * as definitions from './engine/shapes/definitions/requests.js';
import type * as executions from './engine/shapes/executions/requests.js';
import type * as inbound from './engine/shapes/webhooks/inbound.js';
import type * as steps from './engine/shapes/steps/requests.js';
import type * as webhooks from './engine/shapes/webhooks/requests.js';
import type * as definitionViews from './engine/shapes/definitions/views.js';
import type * as deliveryViews from './engine/shapes/webhooks/views.js';
import type * as eventViews from './engine/shapes/executions/event.js';
import type * as executionViews from './engine/shapes/executions/views.js';
import type * as results from './engine/shapes/results.js';
import type * as waitingViews from './engine/shapes/steps/waiting.js';

test('a definition', () => {
  expectTypeOf<Definition>().toEqualTypeOf<z.input<typeof definitionSchema>>();
});

test('requests', () => {
  expectTypeOf<definitions.UpdateDefinitionRequest>().toEqualTypeOf<
    z.input<typeof definitions.updateDefinition>
  >();
  expectTypeOf<definitions.GetDefinitionRequest>().toEqualTypeOf<z.input<typeof definitions.getDefinition>>();
  expectTypeOf<definitions.ListDefinitionsRequest>().toEqualTypeOf<
    z.input<typeof definitions.listDefinitions>
  >();
  expectTypeOf<definitions.DeleteDefinitionRequest>().toEqualTypeOf<
    z.input<typeof definitions.deleteDefinition>
  >();
  expectTypeOf<definitions.ValidateDefinitionRequest>().toEqualTypeOf<
    z.input<typeof definitions.validateDefinition>
  >();
  expectTypeOf<executions.DispatchRequest>().toEqualTypeOf<z.input<typeof executions.dispatchExecution>>();
  expectTypeOf<executions.ListExecutionsRequest>().toEqualTypeOf<z.input<typeof executions.listExecutions>>();
  expectTypeOf<inbound.TriggerTarget>().toEqualTypeOf<z.input<typeof inbound.triggerTarget>>();
  expectTypeOf<inbound.CallbackBody>().toEqualTypeOf<z.input<typeof inbound.callbackBody>>();
  expectTypeOf<steps.RecordReviewerDecisionRequest>().toEqualTypeOf<
    z.input<typeof steps.recordReviewerDecision>
  >();
  expectTypeOf<steps.RecordAgentResolutionRequest>().toEqualTypeOf<
    z.input<typeof steps.recordAgentResolution>
  >();
  expectTypeOf<steps.CancelStepRequest>().toEqualTypeOf<z.input<typeof steps.cancelStep>>();
  expectTypeOf<steps.ResolveStepRequest>().toEqualTypeOf<z.input<typeof steps.resolveStep>>();
  expectTypeOf<steps.CompleteDeferredRequest>().toEqualTypeOf<z.input<typeof steps.completeDeferred>>();
  expectTypeOf<steps.ListWaitingRequest>().toEqualTypeOf<z.input<typeof steps.listWaiting>>();
  expectTypeOf<webhooks.ListDeliveriesRequest>().toEqualTypeOf<z.input<typeof webhooks.listDeliveries>>();
  expectTypeOf<webhooks.RedeliverRequest>().toEqualTypeOf<z.input<typeof webhooks.redeliver>>();
});

test('views', () => {
  expectTypeOf<definitionViews.DefinitionView>().toEqualTypeOf<
    z.output<typeof definitionViews.definitionView>
  >();
  expectTypeOf<definitionViews.Validation>().toEqualTypeOf<z.output<typeof definitionViews.validation>>();
  expectTypeOf<deliveryViews.DeliveryView>().toEqualTypeOf<z.output<typeof deliveryViews.deliveryView>>();
  expectTypeOf<deliveryViews.RedeliverResult>().toEqualTypeOf<
    z.output<typeof deliveryViews.redeliverResult>
  >();
  expectTypeOf<eventViews.EventsPage<EngineEvent>>().toEqualTypeOf<z.output<typeof eventViews.eventsPage>>();
  expectTypeOf<executionViews.ExecutionView>().toEqualTypeOf<z.output<typeof executionViews.executionView>>();
  expectTypeOf<executionViews.ExecutionSummaryView>().toEqualTypeOf<
    z.output<typeof executionViews.executionSummaryView>
  >();
  expectTypeOf<results.DispatchResult>().toEqualTypeOf<z.output<typeof results.dispatchResult>>();
  expectTypeOf<results.ReviewResult>().toEqualTypeOf<z.output<typeof results.reviewResult>>();
  expectTypeOf<results.CancelExecutionResult>().toEqualTypeOf<
    z.output<typeof results.cancelExecutionResult>
  >();
  expectTypeOf<results.CancelStepResult>().toEqualTypeOf<z.output<typeof results.cancelStepResult>>();
  expectTypeOf<results.DeleteDefinitionResult>().toEqualTypeOf<
    z.output<typeof results.deleteDefinitionResult>
  >();
  expectTypeOf<results.ResolveStepResult>().toEqualTypeOf<z.output<typeof results.resolveStepResult>>();
  expectTypeOf<results.CompleteDeferredResult>().toEqualTypeOf<
    z.output<typeof results.completeDeferredResult>
  >();
  expectTypeOf<results.TriggerResult>().toEqualTypeOf<z.output<typeof results.triggerResult>>();
  expectTypeOf<waitingViews.WaitingItem>().toEqualTypeOf<z.output<typeof waitingViews.waitingItem>>();
});

test('what names one execution has no field that the schema does not know, but for those that it forbids', () => {
  type Written = executions.GetEventsRequest & executions.CancelExecutionRequest;
  expectTypeOf<Exclude<keyof Written, 'correlationId' | 'deduplicated'>>().toEqualTypeOf<
    'executionId' | 'sinceSeq' | 'pageSize' | 'includeInternal' | 'reason'
  >();
  expectTypeOf<Written['deduplicated']>().toEqualTypeOf<undefined>();
});
