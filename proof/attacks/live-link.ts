/** A link that holds, to a step with the largest form: what guesses at tokens never come to. */
import { type Definition, LIMITS } from '@org/approval-core';
import { fieldOf, fromJson, textIn } from '@org/approval-internal/json';
import { caller } from './target/client.js';
import type { Address } from './target/subject.js';

/** Runs that are begun until one can have a link. */
const MOST_RUNS = 200;

/**
 * The token of a new link to a step that waits. Ids count from 1 in each engine of a subject, whose handlers remember which
 * runs of the engine before were of permits: those have no links, so that another run is begun.
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

/** One step that asks somebody, with the largest form. */
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
