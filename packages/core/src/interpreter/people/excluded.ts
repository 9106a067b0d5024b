/** Who must not decide a step (contract section 17): the initiator, contributors, and deciders of other nodes. */
import type { CompiledDefinition, CompiledHumanNode } from '../../compile/compiled.js';
import { peopleOf } from '../../compile/people.js';
import type { ExecutionState, StepState } from '../state.js';
import { decidersOf } from './change.js';

const NOBODY: ReadonlySet<string> = new Set();

/** Everybody who is kept from deciding steps of the node. */
export function excludedFrom(
  compiled: CompiledDefinition,
  state: Pick<ExecutionState, 'parties' | 'steps'>,
  node: CompiledHumanNode,
): ReadonlySet<string> {
  const others = separatedFrom(compiled, node.nodeId);
  if (state.parties === undefined && others.length === 0) return NOBODY;
  const { initiator, contributors } = exclusionsOf(state, node);
  const deciders = others.length === 0 ? [] : state.steps.filter((it) => others.includes(it.nodeId));
  return new Set([
    ...(initiator && state.parties?.initiatorId != null ? [state.parties.initiatorId] : []),
    ...(contributors ? (state.parties?.contributorIds ?? []) : []),
    ...deciders.flatMap(everDecided),
  ]);
}

/** Nodes of which nobody may decide one who decided the other. */
export const separatedFrom = ({ separated = {} }: CompiledDefinition, nodeId: string): readonly string[] =>
  Object.hasOwn(separated, nodeId) ? (separated[nodeId] ?? []) : [];

/** Which of the run's own parties the node excludes. */
function exclusionsOf({ parties }: Pick<ExecutionState, 'parties'>, node: CompiledHumanNode) {
  const { excludeInitiator, excludeContributors } = peopleOf(node).separation;
  const enforced = parties?.enforceSeparation ?? false;
  return { initiator: enforced || excludeInitiator, contributors: enforced || excludeContributors };
}

export const excludesInitiator = (state: Pick<ExecutionState, 'parties'>, node: CompiledHumanNode): boolean =>
  exclusionsOf(state, node).initiator;

/** Whoever answered a step, also where the answer stands no more, and whom they stood for. */
const everDecided = ({ decisions, people }: StepState): string[] => [
  ...decisions.flatMap(decidersOf),
  ...(people?.past ?? []),
];
