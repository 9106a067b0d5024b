/** Compiles a human node. */
import type { HumanNode } from '../../definition/definition.js';
import { STEP_ROOTS } from '../../definition/presentation.js';
import type { AskingNode } from '../../compile/compiled-people.js';
import { compilePeople } from '../../compile/people.js';
import { type CompiledPresentation, compilePresentation } from '../../compile/presentation.js';
import type { CompiledNodeBase } from '../compile-base.js';

/** The compiled form of a human node. */
export interface CompiledHumanNode extends CompiledNodeBase, AskingNode {
  readonly type: 'human';
  readonly reviewerEmails: readonly string[];
  readonly commentBody: string | null;
  /** Presentation to its reviewers, beside that of the definition; absent without it. */
  readonly presentation?: CompiledPresentation;
}

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
    ...(config.presentation !== undefined && {
      presentation: compilePresentation(config.presentation, STEP_ROOTS),
    }),
  };
}
