/** A workflow whose context and answers the compiler knows. */
import type { Definition } from '../../definition/types.js';
import type { Subscription } from '../reading/subscription.js';
import type { DispatchRequest } from '../shapes/executions/requests.js';
import type { WorkspaceOperations } from '../operations/workspace-operations.js';
import type { DispatchResult, EnsureResult } from '../shapes/results.js';
import type { FormField, TypedHumanNode } from './nodes.js';
import { type TimedNode, nodeInMs } from './timed-node.js';
import { type SchemaInput, type SchemaOutput, type StandardSchema, parsedBy } from './standard-schema.js';

/** Where a workflow runs: an engine, or `engine.forWorkspace(…)`. */
type On = Pick<WorkspaceOperations, 'definitions' | 'executions' | 'feed'>;

type FieldValue<F> = F extends { readonly type: 'choice'; readonly choices: readonly (infer C)[] }
  ? C
  : F extends { readonly type: infer T extends keyof FieldTypes }
    ? FieldTypes[T]
    : never;
interface FieldTypes {
  string: string;
  number: number;
  boolean: boolean;
  choice: string;
}
type Required<F> = F extends { readonly required: true } ? F : never;
type NameOf<F> = F extends { readonly name: infer N extends string } ? N : never;

/** What an approval of these fields holds: those that are required, and perhaps the others. */
export type ValuesOf<Fields extends readonly FormField[]> = {
  readonly [F in Required<Fields[number]> as NameOf<F>]: FieldValue<F>;
} & { readonly [F in Exclude<Fields[number], Required<Fields[number]>> as NameOf<F>]?: FieldValue<F> };

type HumanIds<Nodes> = Nodes extends readonly (infer N)[]
  ? N extends { readonly type: 'human'; readonly nodeId: infer Id extends string }
    ? Id
    : never
  : never;
type FieldsOf<Nodes, Id> = Nodes extends readonly (infer N)[]
  ? N extends TypedHumanNode<infer Own, infer Fields>
    ? Own extends Id
      ? Fields
      : never
    : never
  : never;

/** What came of a human step. */
export interface Decided<Context, Values> {
  /** The run. */
  readonly executionId: string;
  /** The step. */
  readonly stepId: string;
  /** What the people decided together; null: it was completed by force. */
  readonly decision: 'approve' | 'reject' | null;
  /** What the approvals filled in; null unless it is an approval. */
  readonly values: Values | null;
  /** What the run was dispatched with, as the schema makes it. */
  readonly context: Context;
}

/** What `defineWorkflow` takes: a definition, and the schema of its context. */
export type WorkflowOptions<Schema extends StandardSchema, Nodes extends readonly TimedNode[]> = Omit<
  Definition,
  'nodes'
> & {
  /** What a run is dispatched with: a schema of zod, Valibot, ArkType, or any other of the Standard Schema. */
  readonly context: Schema;
  /** As in a definition, but with any duration (`'7d'`) wherever it has ms; `nodes.human` and `nodes.agent` make them. */
  readonly nodes: Nodes;
};

/** A workflow with its types. */
export interface Workflow<Schema extends StandardSchema, Nodes extends readonly TimedNode[]> {
  /** The plain JSON. */
  readonly definition: Definition;
  /** Creates it, adds a version, or does nothing, as `definitions.ensure`. */
  ensure(on: On): Promise<EnsureResult>;
  /**
   * Starts a run.
   * @throws ApprovalError INVALID_ARGUMENT for a context that does not fit its schema; and as `executions.dispatch`.
   */
  dispatch(
    on: On,
    request: Omit<DispatchRequest, 'definitionId' | 'triggerContext'> & {
      /** What the schema takes; it is kept as it is given. */
      readonly context: SchemaInput<Schema>;
    },
  ): Promise<DispatchResult>;
  /**
   * Calls `handler` for every decision at a node, in order and at least once, in one process at a time: a subscription
   * of the feed with that `name`. A context that does not fit the schema any more is a throw of the handler's.
   */
  onDecision<const Id extends HumanIds<Nodes>>(
    on: On,
    subscription: {
      readonly name: string;
      readonly nodeId: Id;
      /** Counts for a new name only; `start` by default. */
      readonly from?: 'start' | 'now';
    },
    handler: (decided: Decided<SchemaOutput<Schema>, ValuesOf<FieldsOf<Nodes, Id>>>) => unknown,
  ): Subscription;
}

/**
 * A definition whose context the compiler and the engine both check.
 * @example
 * ```ts
 * import { createApprovalEngine, createMemoryStore, defineWorkflow, nodes } from '@org/approval-core';
 * import * as z from 'zod';
 *
 * const expense = defineWorkflow({
 *   definitionId: 'expense',
 *   name: 'Expense',
 *   context: z.object({ amount: z.number().positive(), url: z.url() }),
 *   nodes: [
 *     nodes.human({ nodeId: 'manager', reviewers: ['ann'], onReject: 'rework' }),
 *     nodes.agent({ nodeId: 'rework', agentId: '__mock__', urlPath: 'url' }),
 *   ],
 *   edges: [],
 * });
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * await expense.ensure(engine);
 * await expense.dispatch(engine, { context: { amount: 12, url: 'https://example.com/receipt' } });
 * const refused = expense.dispatch(engine, { context: { amount: -1, url: 'https://example.com' } });
 * console.log(await refused.catch(({ status }: { status: string }) => status)); // → INVALID_ARGUMENT
 * await engine.stop();
 * ```
 */
export function defineWorkflow<Schema extends StandardSchema, const Nodes extends readonly TimedNode[]>(
  options: WorkflowOptions<Schema, Nodes>,
): Workflow<Schema, Nodes> {
  // A caller without TypeScript may have left any of it out.
  const { context: schema, ...written } = (options as typeof options | undefined) ?? ({} as typeof options);
  if (typeof (schema as Partial<Schema> | undefined)?.['~standard']?.validate !== 'function') {
    throw new TypeError(
      'defineWorkflow: context must be a schema of zod, Valibot, ArkType, or another Standard Schema',
    );
  }
  if (!Array.isArray(written.nodes)) throw new TypeError('defineWorkflow: nodes must be a list');
  const inMs = written.nodes.map((it, at) => nodeInMs(it, `defineWorkflow: nodes[${at}]`));
  const definition = { ...written, nodes: inMs };
  const { definitionId } = definition;
  return {
    definition,
    ensure: (on) => on.definitions.ensure(definition),
    async dispatch(on, { context, ...request }) {
      await parsedBy(schema, context, 'triggerContext');
      return on.executions.dispatch({ ...request, definitionId, triggerContext: context });
    },
    onDecision(on, { name, nodeId, from = 'start' }, handler) {
      const decide = async (executionId: string, stepId: string): Promise<void> => {
        const execution = await on.executions.get({ executionId });
        const step = execution.steps.find((it) => it.stepId === stepId);
        if (execution.definitionId !== definitionId || step?.nodeId !== nodeId) return;
        const { decision = null, values = null } = step.output ?? {};
        const context = await parsedBy(schema, execution.triggerContext, 'triggerContext');
        await handler({ executionId, stepId, decision, values, context } as never);
      };
      return on.feed.subscribe(
        name,
        async (events) => {
          for (const event of events) {
            if (event.stepId !== null) await decide(event.executionId, event.stepId);
          }
        },
        { types: ['step.completed'], from, batchSize: 20 },
      );
    },
  };
}
