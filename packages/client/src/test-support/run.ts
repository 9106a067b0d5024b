/** A run that goes on when the test says so, and what is to be seen of it. */
import type { ExternalEvent } from '@org/approval-core';
import { THREE_STEPS } from './definitions.js';
import { type World, createWorld } from './world.js';

export interface Run {
  readonly world: World;
  readonly executionId: string;
  /** Stored events of the run. */
  readonly stored: () => Promise<readonly ExternalEvent[]>;
  /** Maria approves the next step. */
  readonly goOn: () => Promise<void>;
}

export async function run(): Promise<Run> {
  const world = await createWorld();
  const { on } = world;
  await on.definitions.create(THREE_STEPS);
  const { executionId } = await on.executions.dispatch({ definitionId: 'three-steps' });
  return {
    world,
    executionId,
    stored: async () => (await on.executions.getEvents({ executionId })).events,
    async goOn() {
      const { items } = await on.steps.listWaiting();
      for (const { stepId } of items) {
        await on.steps.recordReviewerDecision({
          executionId,
          stepId,
          reviewerId: 'maria',
          decision: 'approve',
        });
      }
    },
  };
}

export async function all(events: AsyncIterable<ExternalEvent>): Promise<ExternalEvent[]> {
  const seen: ExternalEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}
