/** A valid link to a step with the largest form, which guessed tokens never reach. */
import { type Definition, LIMITS } from '@org/approval-core';
import { fieldOf, fromJson, textIn } from '@org/approval-internal/json';
import { caller } from './target/client.js';
import type { Address } from './target/subject.js';

/** Runs that are started until one can have a link. */
const MOST_RUNS = 200;

/**
 * The token of a new link to a waiting step. Ids count from 1 in each engine, and handlers remember
 * which runs of previous engines were of permits, which have no links; then another run is started.
 */
export async function linkOf(address: Address): Promise<string> {
  const call = caller(address);
  for (let runs = 1; ; runs++) {
    const started = await call('executions/dispatch', { definitionId: 'asking' });
    const executionId = textIn(fieldOf(fromJson(started.body), 'result'), 'executionId');
    const place = { executionId, stepId: 'step_h', reviewerId: 'ann' };
    const link = await call('links/create', place);
    const token = /\/v2\/decide\/([\w-]+)/.exec(link.body)?.[1];
    if (token !== undefined) return token;
    if (runs === MOST_RUNS || !link.body.includes('separation-of-duties'))
      throw new Error(`no link: ${link.status} ${link.body.slice(0, 300)}`);
  }
}

/** One step with the largest form and one reviewer. */
export const ASKING: Definition = {
  definitionId: 'asking',
  name: 'Asking',
  nodes: [
    {
      nodeId: 'h',
      type: 'human',
      config: {
        reviewers: [{ userId: 'ann', mandatory: true }],
        commentBody: '<'.repeat(LIMITS.commentBodyLength),
        form: {
          fields: Array.from({ length: LIMITS.formFields }, (_, it) => ({
            name: `f${it}`,
            type: 'choice' as const,
            choices: Array.from({ length: LIMITS.formChoices }, (__, choice) =>
              `${choice}`.padEnd(LIMITS.choiceLength, '"'),
            ),
          })),
        },
        onReject: { routeToNodeId: 'r' },
      },
    },
    { nodeId: 'r', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [],
};
