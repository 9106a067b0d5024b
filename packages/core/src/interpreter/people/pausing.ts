/** Open questions pause the deadline of a step, up to `pauseMs` in total (contract section 17). */
import type { CompiledHumanNode } from '../../compile/compiled.js';
import type { StepState } from '../state.js';
import type { Pause, Question } from '../people-state.js';

/** Pause and due time after a change of a question; null if questions do not pause the deadline. */
export function pausedBy(
  node: CompiledHumanNode,
  step: StepState,
  question: Question,
  now: number,
): { readonly pause: Pause; readonly dueAt: number } | null {
  const pauseMs = node.people?.pauseMs ?? null;
  if (pauseMs === null || step.dueAt === null) return null;
  const before = step.people?.pause ?? { deadline: step.dueAt, usedMs: 0, since: null };
  const others = (step.people?.questions ?? []).filter((it) => it.questionId !== question.questionId);
  const isOpen = [...others, question].some((it) => it.answeredAt === null);
  if (isOpen) {
    const since = before.since ?? now;
    return { pause: { ...before, since }, dueAt: before.deadline + pauseMs };
  }
  const usedMs = Math.min(pauseMs, before.usedMs + (before.since === null ? 0 : now - before.since));
  return { pause: { ...before, usedMs, since: null }, dueAt: before.deadline + usedMs };
}
