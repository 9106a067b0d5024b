import type { HumanNode } from '../../definition/definition.js';
import type { CompiledHumanNode } from '../compiled.js';
import { compilePeople } from '../people.js';

export function compileHuman({ nodeId, slaMs, retry, config = {} }: HumanNode): CompiledHumanNode {
  const people = compilePeople(config, retry);
  return {
    nodeId,
    type: 'human',
    slaMs: slaMs ?? null,
    reviewers: (config.reviewers ?? []).flatMap(({ userId, mandatory = false }) =>
      userId === undefined ? [] : [{ userId, mandatory }],
    ),
    reviewerEmails: config.reviewerEmails ?? [],
    commentBody: config.commentBody ?? null,
    ...(people !== null && { people }),
  };
}
