/** A workflow with a typed context and typed decisions. */
import type { JsonObject } from '../../definition/json.js';
import type { Definition, DefinitionEdge, DefinitionLoop } from '../../definition/types.js';
import type { Expression } from '../../expression/tree.js';
import type { Subscription } from '../reading/subscription.js';
import type { DispatchRequest } from '../shapes/executions/requests.js';
import type { WorkspaceOperations } from '../operations/workspace-operations.js';
import type { DispatchResult, EnsureResult } from '../shapes/results.js';
import type { FormField, TypedHumanNode } from './nodes.js';
import { rewritten } from './authored.js';
import { throwing } from './report.js';
import type { TimedNode } from './timed-node.js';
import { inputSchemaOf } from './input-schema.js';
import { type SchemaInput, type SchemaOutput, type StandardSchema, parsedBy } from './standard-schema.js';

/** Engine of a workflow, or `engine.forWorkspace(…)`. */
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

/** Values of an approval with these fields: required ones, and optionally the others. */
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

/** Decision of a human step. */
export interface Decided<Context, Values> {
  /** The run. */
  readonly executionId: string;
  /** The step. */
  readonly stepId: string;
  /** Joint decision; null: it was completed by force. */
  readonly decision: 'approve' | 'reject' | null;
  /** Values of the approvals; null unless it is an approval. */
  readonly values: Values | null;
  /** Input of the dispatch, as the schema returns it. */
  readonly context: Context;
}

/** An edge whose condition may be an expression tree. */
export type TypedEdge = Omit<DefinitionEdge, 'when'> & {
  /** Condition: an expression tree, or the JSON string of one. */
  readonly when?: string | Expression | undefined;
};
/** A loop whose condition may be an expression tree. */
export type TypedLoop = Omit<DefinitionLoop, 'onIterationReject'> & {
  /** Which rejections begin another iteration; all by default. */
  readonly onIterationReject?: { readonly when: string | Expression } | undefined;
};

/** Options of `defineWorkflow`: a definition, and the schema of its context. */
export type WorkflowOptions<Schema extends StandardSchema, Nodes extends readonly TimedNode[]> = Omit<
  Definition,
  'nodes' | 'edges' | 'loops'
> & {
  /** Edges between nodes; a condition may be an expression tree. */
  readonly edges?: readonly TypedEdge[] | undefined;
  /** Parts that start again after a rejection; a condition may be an expression tree. */
  readonly loops?: readonly TypedLoop[] | undefined;
  /** Nodes with durations (`'7d'`) for ms; `nodes.human` and `nodes.agent` create them. */
  readonly nodes: Nodes;
} & (
    | {
        /**
         * Schema of a run's context: of zod, Valibot, ArkType, or any other Standard Schema
         * library.
         */
        readonly context: Schema;
        readonly input?: undefined;
      }
    | {
        /**
         * The same, of a library that gives a JSON Schema (zod, ArkType). It becomes the
         * `inputSchema`, so that the engine checks every dispatch, and the linter every path.
         */
        readonly input: Schema;
        readonly context?: undefined;
        readonly inputSchema?: undefined;
      }
  );

/** A workflow with its types. */
export interface Workflow<Schema extends StandardSchema, Nodes extends readonly TimedNode[]> {
  /** The plain JSON. */
  readonly definition: Definition;
  /** Creates it, adds a version, or does nothing, like `definitions.ensure`. */
  ensure(on: On): Promise<EnsureResult>;
  /**
   * Starts a run.
   * @throws ApprovalError INVALID_ARGUMENT for a context that does not fit its schema; and as
   * `executions.dispatch`.
   */
  dispatch(
    on: On,
    request: Omit<DispatchRequest, 'definitionId' | 'triggerContext'> & {
      /** Input of the schema; stored unchanged. */
      readonly context: SchemaInput<Schema>;
    },
  ): Promise<DispatchResult>;
  /**
   * Calls `handler` for every decision at a node, in order and at least once, in one process at a
   * time: a feed subscription of that `name`. A context that no longer fits the schema counts as a
   * throw of the handler.
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
 * Defines a workflow whose context is checked by the compiler and the engine.
 * @example
 * ```ts
 * import {
 *   createApprovalEngine,
 *   createMemoryStore,
 *   defineWorkflow,
 *   nodes,
 * } from '@org/approval-core';
 * import * as z from 'zod';
 *
 * const expense = defineWorkflow({
 *   definitionId: 'expense',
 *   name: 'Expense',
 *   context: z.object({ amount: z.number().positive(), url: z.url() }),
 *   nodes: [nodes.human({ nodeId: 'manager', reviewers: ['ann'], onReject: { end: 'rejected' } })],
 * });
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * await expense.ensure(engine);
 * await expense.dispatch(engine, { context: { amount: 12, url: 'https://example.com/receipt' } });
 * const refused = expense.dispatch(engine, {
 *   context: { amount: -1, url: 'https://example.com' },
 * });
 * console.log(await refused.catch((error: { status: string }) => error.status));
 * // → INVALID_ARGUMENT
 * await engine.stop();
 * ```
 */
export function defineWorkflow<Schema extends StandardSchema, const Nodes extends readonly TimedNode[]>(
  options: WorkflowOptions<Schema, Nodes>,
): Workflow<Schema, Nodes> {
  // A caller without TypeScript may have left any of it out.
  const { context, input, ...written } = (options as typeof options | undefined) ?? ({} as typeof options);
  const schema = (input ?? context) as Schema;
  if (input !== undefined && (context !== undefined || written.inputSchema !== undefined))
    throw new TypeError('defineWorkflow: give one of context and input; input makes the inputSchema');
  if (typeof (schema as Partial<Schema> | undefined)?.['~standard']?.validate !== 'function') {
    throw new TypeError(
      `defineWorkflow: ${input === undefined ? 'context' : 'input'} must be a schema of zod, Valibot, ArkType, or another Standard Schema`,
    );
  }
  if (!Array.isArray(written.nodes)) throw new TypeError('defineWorkflow: nodes must be a list');
  const definition = {
    strict: true,
    ...rewritten(written as unknown as JsonObject, throwing, 'defineWorkflow: '),
    ...(input !== undefined && { inputSchema: inputSchemaOf(input) }),
  } as unknown as Definition;
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
