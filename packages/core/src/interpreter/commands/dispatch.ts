import type { CompiledDefinition, CompiledNode } from '../../compile/compiled.js';
import { derived } from '../../compile/derived.js';
import { peopleOf } from '../../compile/people.js';
import {
  type CommandOf,
  type HandlerResult,
  invalidField,
  invalidFields,
  refused,
  refusedWith,
  succeeded,
} from '../command.js';
import { inputIssues } from '../../input/check.js';
import { WorkBudget } from '../../expression/work.js';
import { LIMITS } from '../../definition/limits.js';
import { excludesInitiator } from '../people/excluded.js';
import { presentationOfRun } from '../presenting/render.js';
import { type Start, rootStart, startStep } from '../start.js';
import type { Transition } from '../transition.js';
import { kindOf } from '../../nodes/run.js';
import { isDecidedByPeople } from '../../nodes/schema.js';

/** Starts the roots in the order written. */
export function dispatch(
  transition: Transition,
  { presentation: given }: CommandOf<'dispatch'>,
): HandlerResult<null> {
  const { compiled, state } = transition;
  if (state.seq > 0) return refused('FAILED_PRECONDITION', 'the execution is already dispatched');
  if (compiled.inputSchema !== undefined) {
    const issues = inputIssues(compiled.inputSchema, state.triggerContext, {
      at: 'triggerContext',
      work: new WorkBudget(LIMITS.commandWork),
    });
    if (issues.length > 0) return invalidFields(issues);
  }
  for (const node of Object.values(compiled.nodes)) {
    const refusal = refusalBy(transition, node);
    if (refusal !== null) return refusal;
  }
  const presentation = given ?? presentationOfRun(compiled, state);
  const { starts, stepIds } = derived(compiled, rootsOf);
  transition.emit('execution.dispatched', null, {
    definitionId: state.definitionId,
    definitionVersion: state.definitionVersion,
    rootStepIds: stepIds,
    ...(presentation !== null && { presentation }),
  });
  for (const start of starts) startStep(transition, start);
  return succeeded(null);
}

interface Roots {
  readonly starts: readonly Start[];
  readonly stepIds: readonly string[];
}

/** Computed once per definition, so that executions share the ids in memory. */
function rootsOf({ roots }: CompiledDefinition): Roots {
  const starts = roots.map(rootStart);
  return { starts, stepIds: Object.freeze(starts.map((it) => it.stepId)) };
}

/** Calendars that steps of the node need. */
const calendarsOf = (node: CompiledNode): string[] => [
  ...(node.sla === undefined ? [] : [node.sla.calendar]),
  ...(kindOf(node).calendarsOf?.(node) ?? []),
];

/** Refuses a dispatch without what a node requires (contract section 17). */
function refusalBy(
  { state, environment }: Transition,
  node: CompiledNode,
): ReturnType<typeof refused> | null {
  const missing = calendarsOf(node).find((it) => environment.calendars?.has(it) !== true);
  if (missing !== undefined) {
    const message = `node "${node.nodeId}" needs the calendar "${missing}", which this engine does not have`;
    return refusedWith('calendar-unknown', message);
  }
  if (!isDecidedByPeople(node)) return null;
  if (excludesInitiator(state, node) && state.parties?.initiatorId == null) {
    const { refusal } = invalidField(
      'initiatorId',
      `is missing: node "${node.nodeId}" excludes the initiator`,
    );
    return {
      ok: false,
      refusal: { ...refusal, details: { ...refusal.details, code: 'initiator-required' } },
    };
  }
  if (peopleOf(node).requireSubjectDigest && state.parties?.subject == null) {
    return invalidField('subject', `is missing: node "${node.nodeId}" needs the digest of the subject`);
  }
  return null;
}
