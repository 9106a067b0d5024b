/** A run of one people node on an engine with its own directory and clock. */
import { createTestEngine } from '@org/approval-testkit';
import { agent, edge, human, onStatus } from '@org/approval-testkit/simulation';
import { expect } from 'vitest';
import {
  ApprovalError,
  type Definition,
  type EngineOptions,
  type JsonObject,
  type WorkspaceOperations,
} from '../index.js';
import type { DefinitionNode } from '../definition.js';
import type { DispatchRequest } from '../views.js';
import type { Reviewer } from './run.js';

export interface Options {
  readonly config?: object;
  readonly node?: object;
  readonly dispatch?: Partial<DispatchRequest>;
  readonly engine?: Partial<EngineOptions>;
  /** More nodes, that start with the run. */
  readonly nodes?: readonly DefinitionNode[];
}

let definitions = 0;

/** Starts a run of the node `review`, with a target node for each outcome. */
export async function people(reviewers: Reviewer[], options: Options = {}) {
  const kit = createTestEngine(options.engine);
  const { config, node, dispatch, nodes = [] } = options;
  definitions += 1;
  const definitionId = `people-${definitions}`;
  const definition: Definition = {
    definitionId,
    name: 'People',
    nodes: [
      {
        ...human('review', reviewers, { onReject: { routeToNodeId: 'rework' }, ...config }),
        ...node,
      },
      ...nodes,
      ...['done', 'rework', 'help', 'late'].map((it) => agent(it)),
    ],
    edges: [
      edge('review', 'done'),
      edge('review', 'help', onStatus('failed')),
      edge('review', 'late', onStatus('breached')),
    ],
  };
  await kit.engine.definitions.create(definition);
  const triggerContext: JsonObject = { url: 'https://example.com', by: 'e1', amount: 3_000 };
  const { executionId } = await kit.engine.executions.dispatch({ definitionId, triggerContext, ...dispatch });
  await kit.drain();
  const stepId = 'step_review';
  const ids = { executionId, stepId };
  const get = () => kit.engine.executions.get({ executionId });
  return {
    ...kit,
    ids,
    get,
    definitionId,
    steps: kit.engine.steps,
    view: async (nodeId = 'review') => (await get()).steps.find((it) => it.nodeId === nodeId)!,
    place: async (userId: string) =>
      (await get()).steps[0]!.people!.places.find((it) => it.userId === userId)!,
    statuses: async () => (await get()).steps.map((it) => `${it.nodeId} ${it.status}`),
    events: async (type: string) =>
      (await kit.engine.executions.getEvents({ executionId, pageSize: 500 })).events
        .filter((it) => it.type === type)
        .map((it) => it.data as unknown as JsonObject),
    vote: async (reviewerId: string, more: object = {}) => {
      const result = await kit.engine.steps.recordReviewerDecision({
        ...{ ...ids, reviewerId, decision: 'approve' },
        ...more,
      });
      await kit.drain();
      return result;
    },
  };
}

export type PeopleRun = Awaited<ReturnType<typeof people>>;
type Steps = WorkspaceOperations['steps'];

/** Returns the code of a refusal, or its status without one. */
export async function refused(action: Promise<unknown>): Promise<string> {
  const error: unknown = await action.then(
    () => expect.fail('it was done'),
    (it: unknown) => it,
  );
  if (!(error instanceof ApprovalError)) throw error;
  const { code } = error.details as { readonly code?: string };
  return code ?? error.status;
}

export type Verb = keyof Pick<
  Steps,
  'delegate' | 'claim' | 'release' | 'addReviewers' | 'retractDecision' | 'requestInformation'
>;
