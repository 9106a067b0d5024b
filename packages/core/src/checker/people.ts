/** Invariants of the people of every execution (contract section 17). */
import { peopleOf } from '../compile/people.js';
import type { CompiledDefinition } from '../compile/compiled.js';
import type { EngineEvent } from '../interpreter/event.js';
import { decidersOf, holderOf } from '../interpreter/people/change.js';
import { type ExecutionState, type StepState, isApproved } from '../interpreter/state.js';
import type { Invariant } from './record.js';
import { isDecidedByPeople } from '../nodes/schema.js';

export const PEOPLE_INVARIANTS = [
  {
    code: 'approved-by-nobody',
    name: 'a step is approved by a decision of a user who holds a place',
    check: ({ compiled, state, events }) =>
      state.steps
        .filter((step) => isApproved(step) && !step.overridden)
        .filter(({ nodeId }) => isDecidedByPeople(compiled.nodes[nodeId]))
        .flatMap((step) => [...strangersIn(step), ...notByAnAnswer(step, events)]),
  },
  {
    code: 'separated-people-decided-both',
    name: 'no user decides two separated nodes, or an execution that they started if that is excluded',
    check: ({ compiled, state }) => [...bothDecided(compiled, state), ...initiatorDecided(compiled, state)],
  },
] as const satisfies readonly Invariant[];

/** Decisions on a lost place, or without one. */
const strangersIn = ({ stepId, decisions, people }: StepState): string[] =>
  people === undefined
    ? []
    : decisions
        .filter((it) => !people.places.some((place) => place.holder === holderOf(it) && place.lost !== true))
        .map((it) => `${stepId} by ${it.reviewerId}, who has no place`);

/** Only a decision approves: not a lost reviewer, an absence, a revision or a deadline. */
function notByAnAnswer({ stepId }: StepState, events: readonly EngineEvent[]): string[] {
  const own = events.filter((it) => it.stepId === stepId);
  const before = own[own.findIndex((it) => it.type === 'step.resumed') - 1]?.type;
  const isAnswer = before === 'step.answered' || before === 'step.decision-recorded';
  return isAnswer ? [] : [`${stepId} after ${before}`];
}

const everDecided = (state: ExecutionState, nodeId: string): Set<string> =>
  new Set(
    state.steps
      .filter((it) => it.nodeId === nodeId)
      .flatMap((it) => [...it.decisions.flatMap(decidersOf), ...(it.people?.past ?? [])]),
  );

const bothDecided = ({ separated = {} }: CompiledDefinition, state: ExecutionState): string[] =>
  Object.entries(separated).flatMap(([nodeId, others]) => {
    const own = everDecided(state, nodeId);
    const both = others.flatMap((other) => [...everDecided(state, other)].filter((it) => own.has(it)));
    return both.map((it) => `${it} decided ${nodeId} and a node separated from it`);
  });

function initiatorDecided({ nodes }: CompiledDefinition, state: ExecutionState): string[] {
  const initiatorId = state.parties?.initiatorId ?? null;
  if (initiatorId === null) return [];
  return Object.values(nodes).flatMap((node) => {
    if (!isDecidedByPeople(node)) return [];
    const excludes = state.parties?.enforceSeparation === true || peopleOf(node).separation.excludeInitiator;
    if (!excludes || !everDecided(state, node.nodeId).has(initiatorId)) return [];
    return [`${initiatorId} decided ${node.nodeId} and started the execution`];
  });
}
