/**
 * The steps that lie below each step (docs/reference/contract.md, section 19). Read from step ids
 * alone: an input mapping can shadow inputs.
 */
import type { CompiledDefinition, CompiledGroup } from '../../compile/compiled.js';
import { traitsOf } from '../../nodes/schema.js';
import { groupOfNode } from '../groups.js';
import { loopOfNode, loopState } from '../loops.js';
import { type ExecutionState, type StepState, isApproved, isRejected } from '../state.js';
import {
  exhaustedOrigin,
  groupOrigin,
  hashedOrigin,
  isHashedOrigin,
  loopOrigin,
  originOf,
} from '../step-id.js';

/** Origins of steps, as their ids name them. */
export class Ancestry {
  private readonly compiled: CompiledDefinition;
  private readonly state: ExecutionState;
  /** Position of the first step of each origin. */
  private readonly firstOf = new Map<string, number>();
  private hasHashes = false;
  private readonly lookedAt = new Map<string, ReadonlySet<StepState>>();
  private readonly taken = new Map<string, StepState | null>();

  constructor(compiled: CompiledDefinition, state: ExecutionState) {
    this.compiled = compiled;
    this.state = state;
    state.steps.forEach(({ stepId }, position) => {
      const origin = originOf(stepId);
      if (origin === null || this.firstOf.has(origin)) return;
      this.firstOf.set(origin, position);
      this.hasHashes ||= isHashedOrigin(origin);
    });
  }

  /** Origins of the steps right below: its own edges, its group's edges, and its loop's restart. */
  originsBelow(step: StepState): string[] {
    const own = this.hasHashes ? [step.stepId, hashedOrigin(step.stepId)] : [step.stepId];
    return [...own, ...this.groupOriginBelow(step), ...this.loopOriginBelow(step)].filter((it) =>
      this.firstOf.has(it),
    );
  }

  /** Returns true if a loop took the step's rejection and began again. */
  isTakenAgain(step: StepState): boolean {
    const loop = loopOfNode(this.compiled, step.nodeId);
    if (loop === null || step.iteration === loopState(this.state, loop.loopId).iteration) return false;
    return this.loopOriginBelow(step).length > 0;
  }

  private groupOriginBelow(step: StepState): string[] {
    const group = groupOfNode(this.compiled, step.nodeId);
    if (group === null) return [];
    // A group with members in different loops is decided once in an execution.
    const decided = this.state.groups.find((it) => it.groupId === group.groupId);
    const iteration = group.uniform ? step.iteration : decided?.iteration;
    if (iteration === undefined) return [];
    const origin = groupOrigin(group.groupId, iteration);
    return this.lookedAtBy(group, origin, iteration).has(step) ? [origin] : [];
  }

  /** Steps whose edges the group looked at together to start the steps of this origin. */
  private lookedAtBy(group: CompiledGroup, origin: string, iteration: number): ReadonlySet<StepState> {
    const known = this.lookedAt.get(origin);
    if (known !== undefined) return known;
    const first = this.firstOf.get(origin);
    const found =
      first === undefined ? NONE : this.decidedSteps(group, iteration, this.state.steps.slice(0, first));
    this.lookedAt.set(origin, found);
    return found;
  }

  /** Approvals that met the quorum, else the rejections that no loop took. */
  private decidedSteps(group: CompiledGroup, iteration: number, before: readonly StepState[]) {
    const members = new Map(group.memberNodeIds.map((nodeId): [string, StepState[]] => [nodeId, []]));
    for (const step of before) members.get(step.nodeId)?.push(step);
    const counted = [...members].map(([nodeId, steps]) => {
      const current = group.uniform ? iteration : Math.max(0, ...steps.map((it) => it.iteration));
      return { nodeId, steps: steps.filter((it) => it.iteration === current) };
    });
    const approving = counted.filter(({ steps }) => steps.length > 0 && steps.every(isApproved));
    const approved = new Set(approving.map((it) => it.nodeId));
    const isMet = approved.size >= group.quorum && group.requiredNodeIds.every((it) => approved.has(it));
    if (isMet) return new Set(approving.flatMap((it) => it.steps));
    const rejecting = counted.flatMap(({ steps }) => steps.filter(isRejected));
    return new Set(rejecting.filter((it) => !this.isTaken(it)));
  }

  private loopOriginBelow(step: StepState): string[] {
    const loop = loopOfNode(this.compiled, step.nodeId);
    if (loop === null || !isRejectedByPeople(step)) return [];
    const isLast = step.iteration === loopState(this.state, loop.loopId).iteration;
    const origin = isLast ? exhaustedOrigin(loop.loopId) : loopOrigin(loop.loopId, step.iteration + 1);
    return this.takenBy(origin, step) === step ? [origin] : [];
  }

  private isTaken(step: StepState): boolean {
    return this.loopOriginBelow(step).length > 0;
  }

  /**
   * The rejection that began the steps of this origin. It is the last one in its iteration, since
   * the loop then cancels all open steps of its body.
   */
  private takenBy(origin: string, { nodeId, iteration }: StepState): StepState | null {
    const known = this.taken.get(origin);
    if (known !== undefined) return known;
    const loop = loopOfNode(this.compiled, nodeId);
    const first = this.firstOf.get(origin);
    if (loop === null || first === undefined) return null;
    const body = new Set(loop.bodyNodeIds);
    const rejections = this.state.steps
      .slice(0, first)
      .filter((it) => it.iteration === iteration && body.has(it.nodeId) && isRejectedByPeople(it));
    const last = rejections.reduce<StepState | null>(
      (latest, it) => (latest === null || endOf(it) >= endOf(latest) ? it : latest),
      null,
    );
    this.taken.set(origin, last);
    return last;
  }
}

const NONE: ReadonlySet<StepState> = new Set();

const endOf = ({ endedSeq, completedAt }: StepState): number => endedSeq ?? completedAt ?? 0;

const isRejectedByPeople = (step: StepState): boolean =>
  isRejected(step) && traitsOf(step.nodeType).rejectedByPeople;
