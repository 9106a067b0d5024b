/** A subflow step is a whole run of another definition. It is pending until the run has begun. */
import type { CompiledSubflowNode } from '../../compile/compiled.js';
import { LIMITS } from '../../definition/limits.js';
import { failStep } from '../../interpreter/ending.js';
import { traitsOf } from '../schema.js';
import { type NodeKind, PLAIN, markRunning } from '../run-kind.js';
import { subflowWork } from './run-work.js';

export const subflow: NodeKind<CompiledSubflowNode> = {
  ...PLAIN,
  enter(transition, step) {
    markRunning(transition);
    const { parent, steps } = transition.state;
    const { stepId } = step;
    if ((parent?.depth ?? 0) >= LIMITS.subflowDepth) {
      const message = `runs may start runs over ${LIMITS.subflowDepth} levels, and this one is on the last`;
      failStep(transition, step, { code: 'subflow-too-deep', message });
      return;
    }
    if (steps.filter((it) => traitsOf(it.nodeType).startsRuns === true).length > LIMITS.subflowSteps) {
      const message = `an execution may start ${LIMITS.subflowSteps} runs`;
      failStep(transition, step, { code: 'subflow-limit', message });
      return;
    }
    transition.schedule({ kind: 'start-run', stepId, dueAt: transition.now, attempt: 1 });
  },
  waitsFor: () => 'run',
  completedBy: () => 'run',
  decides: ({ decisionFrom }) => decisionFrom !== null,
  passesSubject: ({ passSubject }) => passSubject,
  work: subflowWork,
};
