/**
 * The outcome of a run, computed again from its events and slowly: each step is compared with every
 * other, and the causes of steps are taken from the order of events instead of the state.
 */
import type { CompiledDefinition } from '../compile/compiled.js';
import type { EngineEvent, EventOf } from '../interpreter/event.js';
import { edgeStepId, exhaustedStepId, groupStepId, loopStepId } from '../interpreter/step-id.js';

interface Seen {
  readonly stepId: string;
  readonly nodeId: string;
  readonly iteration: number;
  readonly position: number;
  status: string;
  decision: 'approve' | 'reject' | null;
  outcome: string | null;
  cancelledBy: string | null;
  at: number;
}

interface Expected {
  readonly parents: () => readonly Seen[];
  readonly stepId: (nodeId: string) => string;
}

export function slowOutcome(compiled: CompiledDefinition, events: readonly EngineEvent[]): string | null {
  const last = events.at(-1);
  return last?.type === 'execution.completed' ? new SlowReading(compiled, events).outcome() : null;
}

class SlowReading {
  private readonly compiled: CompiledDefinition;
  private readonly steps: Seen[] = [];
  /** Pairs of a step id and the id of a step that it caused. */
  private readonly caused: [string, string][] = [];
  private readonly met = new Map<string, number>();
  private readonly lost = new Map<string, number>();
  private readonly iterations = new Map<string, number>();
  private readonly taken = new Set<string>();
  private readonly takenAgain = new Set<string>();

  constructor(compiled: CompiledDefinition, events: readonly EngineEvent[]) {
    this.compiled = compiled;
    for (const event of events) this.read(event);
    for (const from of this.steps) {
      for (const to of this.steps) {
        if (edgeStepId(from.stepId, to.nodeId) === to.stepId) this.caused.push([from.stepId, to.stepId]);
      }
    }
  }

  outcome(): string | null {
    const results: { outcome: string; at: number; position: number }[] = [];
    let isOpen = false;
    let isMet = false;
    const replaced = new Set<string>();
    for (const { groupId, policy, leads, memberNodeIds } of this.compiled.groups) {
      const isDecided = this.met.has(groupId) || this.lost.has(groupId);
      if (policy === 'waitAll' && (leads === undefined || !isDecided)) continue;
      if (this.isCurrentlyMet(groupId)) {
        for (const nodeId of memberNodeIds) replaced.add(nodeId);
        isMet = true;
      } else if (this.isOutOfReach(groupId)) {
        const current = this.steps.filter((it) => memberNodeIds.includes(it.nodeId) && this.isCurrent(it));
        const lostIn = this.lost.get(groupId);
        const byGroup = this.steps.filter((it) => lostIn !== undefined && it.stepId === groupStepId(groupId, lostIn, it.nodeId)); // prettier-ignore
        const isSettled = current.some((it) => this.isSettledBelow(it)) || byGroup.some((it) => this.settles(it) || this.isSettledBelow(it)); // prettier-ignore
        if (!isSettled) isOpen = true;
      }
    }
    for (const step of this.steps) {
      if (replaced.has(step.nodeId)) continue;
      const { at, position } = step;
      if (step.outcome !== null) results.push({ outcome: step.outcome, at, position });
      if (!this.isDeciding(step)) continue;
      if (this.takenAgain.has(step.stepId) && !this.below(step).some((it) => this.isDeciding(it) || it.outcome !== null)) isOpen = true; // prettier-ignore
      if (!this.isCurrent(step) || this.isSettledBelow(step)) continue;
      if (step.decision !== null)
        results.push({ outcome: step.decision === 'approve' ? 'approved' : 'rejected', at, position });
      else if (step.cancelledBy === null) isOpen = true;
    }
    const others = results.filter((it) => it.outcome !== 'approved');
    others.sort((a, b) => a.at - b.at || a.position - b.position);
    if (others[0] !== undefined) return others[0].outcome;
    return (results.length > 0 || isMet) && !isOpen ? 'approved' : null;
  }

  private read(event: EngineEvent): void {
    switch (event.type) {
      case 'step.scheduled':
        this.steps.push({
          stepId: event.stepId ?? '',
          nodeId: event.data.nodeId,
          iteration: event.data.iteration,
          position: this.steps.length,
          ...{ status: 'pending', decision: null, outcome: null, cancelledBy: null, at: 0 },
        });
        this.noteCauses(event.stepId ?? '', event.data.nodeId);
        return;
      case 'step.completed':
        this.end(event, 'completed');
        this.at(event).decision = event.data.decision ?? null;
        this.at(event).outcome = event.data.outcome ?? null;
        return;
      case 'step.failed':
      case 'step.breached':
      case 'step.skipped':
        this.end(event, event.type.slice('step.'.length));
        return;
      case 'step.cancelled': {
        this.end(event, 'cancelled');
        const { actorId } = event.data;
        const isOwn = ['system:group-quorum', 'system:loop-restart', 'system:end'].includes(actorId);
        this.at(event).cancelledBy = isOwn ? actorId : null;
        return;
      }
      case 'group.quorum-met':
        this.met.set(event.data.groupId, event.data.iteration);
        this.noteGroup(event, (it, current) =>
          current.every((other) => other.nodeId !== it.nodeId || other.decision === 'approve'),
        );
        return;
      case 'group.quorum-unreachable':
        this.lost.set(event.data.groupId, event.data.iteration);
        this.noteGroup(event, (it) => it.decision === 'reject');
        return;
      case 'group.collected': {
        const isMet = event.data.outcome === 'approve';
        (isMet ? this.met : this.lost).set(event.data.groupId, event.data.iteration);
        this.noteGroup(event, (it, current) =>
          isMet
            ? current.every((other) => other.nodeId !== it.nodeId || other.decision === 'approve')
            : it.decision === 'reject',
        );
        return;
      }
      case 'loop.iteration-started':
        this.iterations.set(event.data.loopId, event.data.iteration);
        this.noteTaken(event.data.loopId);
        return;
      case 'loop.exhausted':
        this.noteTaken(event.data.loopId);
        return;
      default:
    }
  }

  /** Steps that a group or loop starts next, with the steps that they lie below. */
  private readonly expected: Expected[] = [];
  private lastEnded = '';

  private noteGroup(
    { data }: EventOf<'group.quorum-met' | 'group.quorum-unreachable' | 'group.collected'>,
    isLookedAt: (step: Seen, current: readonly Seen[]) => boolean,
  ): void {
    const members = this.compiled.groups.find((it) => it.groupId === data.groupId)?.memberNodeIds ?? [];
    const current = this.steps.filter((it) => members.includes(it.nodeId) && this.isCurrent(it));
    // The loop's event, which follows, says which rejection it took.
    const parents = () => current.filter((it) => isLookedAt(it, current) && !this.taken.has(it.stepId));
    this.expected.push({ parents, stepId: (nodeId) => groupStepId(data.groupId, data.iteration, nodeId) });
  }

  private noteTaken(loopId: string): void {
    const rejection = this.lastEnded;
    const parents = () => this.steps.filter((it) => it.stepId === rejection);
    this.taken.add(rejection);
    const iteration = this.iterations.get(loopId) ?? 1;
    const isAgain = this.steps.some((it) => it.stepId === this.lastEnded && it.iteration < iteration);
    if (isAgain) this.takenAgain.add(this.lastEnded);
    this.expected.push({
      parents,
      stepId: (nodeId) => (isAgain ? loopStepId(loopId, iteration, nodeId) : exhaustedStepId(loopId, nodeId)),
    });
  }

  private noteCauses(stepId: string, nodeId: string): void {
    for (const { parents, stepId: idOf } of this.expected) {
      if (idOf(nodeId) === stepId) for (const it of parents()) this.caused.push([it.stepId, stepId]);
    }
  }

  private at({ stepId }: { readonly stepId: string | null }): Seen {
    return this.steps.find((it) => it.stepId === stepId) as Seen;
  }

  private end(event: { readonly stepId: string | null; readonly timestamp: number }, status: string): void {
    const step = this.at(event);
    step.status = status;
    step.at = event.timestamp;
    if (status === 'completed') this.lastEnded = step.stepId;
  }

  private isDeciding({ nodeId }: Seen): boolean {
    const node = this.compiled.nodes[nodeId];
    if (node?.type === 'subflow') return node.decisionFrom !== null;
    return node?.type === 'human' || (node?.type === 'agent' && node.resolutionPolicy !== null);
  }

  private isCurrent({ nodeId, iteration }: Seen): boolean {
    const loop = this.compiled.loops.find((it) => it.bodyNodeIds.includes(nodeId));
    return loop === undefined || iteration === (this.iterations.get(loop.loopId) ?? 1);
  }

  private below({ stepId }: Seen): Seen[] {
    const found = new Set([stepId]);
    for (const it of found) for (const [from, to] of this.caused) if (from === it) found.add(to);
    return this.steps.filter((it) => it.stepId !== stepId && found.has(it.stepId));
  }

  private settles(step: Seen): boolean {
    return step.outcome !== null || (this.isDeciding(step) && step.decision !== null && this.isCurrent(step));
  }

  private isSettledBelow(step: Seen): boolean {
    return this.below(step).some((it) => this.settles(it));
  }

  private iterationOf(groupId: string): number {
    const loopIds = this.compiled.groups.find((it) => it.groupId === groupId)?.loopIds ?? [];
    return loopIds.reduce((sum, it) => sum + (this.iterations.get(it) ?? 1) - 1, 1);
  }

  private isOfNow(groupId: string, iteration: number | undefined): boolean {
    if (iteration === undefined) return false;
    const isUniform = this.compiled.groups.find((it) => it.groupId === groupId)?.uniform === true;
    return !isUniform || iteration === this.iterationOf(groupId);
  }

  private isCurrentlyMet(groupId: string): boolean {
    return this.isOfNow(groupId, this.met.get(groupId));
  }

  private isOutOfReach(groupId: string): boolean {
    if (this.isOfNow(groupId, this.lost.get(groupId))) return true;
    const group = this.compiled.groups.find((it) => it.groupId === groupId);
    if (group === undefined) return false;
    const current = this.steps.filter((it) => group.memberNodeIds.includes(it.nodeId) && this.isCurrent(it));
    if (current.length === 0) return false;
    const isStopped = this.steps.some(({ nodeId, outcome }) => {
      const node = this.compiled.nodes[nodeId];
      return outcome !== null && node?.type === 'end' && node.terminate;
    });
    if (!isStopped) return true;
    const mayApprove = (nodeId: string) =>
      current
        .filter((it) => it.nodeId === nodeId)
        .every((it) => it.decision === 'approve' || it.cancelledBy === 'system:end');
    const left = group.memberNodeIds.filter(mayApprove);
    return left.length < group.quorum || !group.requiredNodeIds.every(mayApprove);
  }
}
