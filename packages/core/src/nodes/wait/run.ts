/** A wait step runs until its time or its signal comes. */
import type { CompiledWaitNode } from '../../compile/compiled.js';
import { parseInstant } from '@org/approval-internal/instant';
import { LIMITS } from '../../definition/limits.js';
import { readPath } from '../../expression/variable.js';
import { failStep } from '../../interpreter/ending.js';
import { takeKeptSignal } from '../../interpreter/kept-signals.js';
import { wake } from '../../interpreter/wake.js';
import type { Transition } from '../../interpreter/transition.js';
import { type NodeKind, PLAIN, type StepSource, markRunning } from '../run-kind.js';
import { waitWork } from './run-work.js';

export const wait: NodeKind<CompiledWaitNode> = {
  ...PLAIN,
  enter(transition, step, node, source) {
    markRunning(transition);
    const wakeAt = wakeAtOf(transition, node, source);
    if (typeof wakeAt === 'object' && wakeAt !== null) {
      transition.emit('step.started', step.stepId, { attempt: 1 });
      failStep(transition, step, { code: wakeAt.code, message: wakeAt.message });
      return;
    }
    transition.emit('step.started', step.stepId, { attempt: 1, ...(wakeAt !== null && { wakeAt }) });
    if (node.wait.kind === 'signal' && takeKeptSignal(transition, step, node.wait.name)) return;
    if (wakeAt === null) return;
    if (wakeAt <= transition.now) wake(transition, step, { reason: 'time', payload: null });
    else transition.schedule({ kind: 'wait-over', stepId: step.stepId, dueAt: wakeAt, attempt: 1 });
  },
  waitsFor: ({ wakeAt }) => (wakeAt === undefined ? 'signal' : 'time'),
  signalOf: ({ wait: it }) => (it.kind === 'signal' ? it.name : null),
  calendarsOf: ({ wait: it }) => (it.kind === 'working' ? [it.calendar] : []),
  completedBy: () => 'wait',
  work: waitWork,
};

interface Fault {
  readonly code: 'wait-invalid' | 'calendar-unknown';
  readonly message: string;
}

/** Time at which the step goes on by itself; null if only a signal ends it. */
function wakeAtOf(
  { now, environment, work }: Transition,
  { wait: end }: CompiledWaitNode,
  source: StepSource,
): number | null | Fault {
  if (end.kind === 'for') return now + end.ms;
  if (end.kind === 'signal') return end.withinMs === null ? null : now + end.withinMs;
  if (end.kind === 'working') {
    return environment.calendars?.get(end.calendar)?.dueAt(now, end.ms) ?? noWorkingTime(end.calendar);
  }
  if (end.kind === 'at') return inReach(now, end.at, 'until');
  const path = end.path.split('.');
  work.spend(path.length);
  return inReach(now, parseInstant(readPath(source, path)), `the value of "${end.path}"`);
}

const noWorkingTime = (calendar: string): Fault => ({
  code: 'calendar-unknown',
  message: `calendar "${calendar}" does not exist, or lacks that working time within 5 years`,
});

function inReach(now: number, at: number | null, what: string): number | Fault {
  if (at === null) {
    return {
      code: 'wait-invalid',
      message: `${what} is neither ms since the epoch nor ISO 8601 with an offset, as in 2027-01-31T09:00:00+01:00`,
    };
  }
  if (at - now <= LIMITS.waitMs) return at;
  return { code: 'wait-invalid', message: `${what} is more than a year ahead; wait in two steps` };
}
