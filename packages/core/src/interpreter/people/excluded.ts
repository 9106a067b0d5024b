/** Users who must not decide a step (section 17): initiator, contributors, other deciders. */
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import { alikeKey } from '../../definition/user-ids.js';
import { peopleOf } from '../../compile/people.js';
import type { ExecutionState, StepState } from '../state.js';
import { decidersOf } from './change.js';

/** Users who must not decide. Ids that look alike count as one person: see `alikeKey`. */
export type Excluded = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** A person may have signed in as `Ann@example.com`, and be named as `ann@example.com`. */
function alikeTo(userIds: readonly string[]): Excluded {
  const keys = new Set(userIds.map(alikeKey));
  return { size: keys.size, has: (userId) => keys.has(alikeKey(userId)) };
}

/** Users who must not decide steps of the node. */
export function excludedFrom(
  compiled: CompiledDefinition,
  state: Pick<ExecutionState, 'parties' | 'steps'>,
  node: CompiledHumanNode,
): Excluded {
  const others = separatedFrom(compiled, node.nodeId);
  if (state.parties === undefined && others.length === 0) return new Set();
  const { initiator, contributors } = exclusionsOf(state, node);
  const deciders = others.length === 0 ? [] : state.steps.filter((it) => others.includes(it.nodeId));
  return alikeTo([
    ...(initiator && state.parties?.initiatorId != null ? [state.parties.initiatorId] : []),
    ...(contributors ? (state.parties?.contributorIds ?? []) : []),
    ...(state.parties?.excludedIds ?? []),
    ...deciders.flatMap(everDecided),
  ]);
}

/** Nodes whose deciders must not decide this node. */
export const separatedFrom = ({ separated = {} }: CompiledDefinition, nodeId: string): readonly string[] =>
  Object.hasOwn(separated, nodeId) ? (separated[nodeId] ?? []) : [];

/** Parties of the execution that the node excludes. */
function exclusionsOf({ parties }: Pick<ExecutionState, 'parties'>, node: CompiledHumanNode) {
  const { excludeInitiator, excludeContributors } = peopleOf(node).separation;
  const enforced = parties?.enforceSeparation ?? false;
  return { initiator: enforced || excludeInitiator, contributors: enforced || excludeContributors };
}

export const excludesInitiator = (state: Pick<ExecutionState, 'parties'>, node: CompiledHumanNode): boolean =>
  exclusionsOf(state, node).initiator;

/** Deciders of a step, also of void decisions, and the users they substituted. */
export const everDecided = ({ decisions, people, deciders }: StepState): string[] => [
  ...decisions.flatMap(decidersOf),
  ...(people?.past ?? []),
  ...(deciders ?? []),
];
