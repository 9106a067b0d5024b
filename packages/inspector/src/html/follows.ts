/** The consequences of a decision, in words. */
import type { AnswerEffect } from '@org/approval-core/interpreter';

/** Ids of steps end with their node. */
export const nodeOfStep = (stepId: string | null): string =>
  stepId
    ?.split('__to__')
    .at(-1)
    ?.replace(/^step_/, '')
    .replace(/_iter_\d+$/, '') ?? '';

const ENDED: Readonly<Record<string, string>> = {
  completed: 'is completed',
  skipped: 'is skipped',
  failed: 'fails',
  breached: 'is breached',
  cancelled: 'is cancelled',
};

const RUN: Readonly<Record<string, string>> = {
  completed: 'the run completes',
  failed: 'the run fails',
  cancelled: 'the run is cancelled',
};

/** Longer lists of names become a number. */
const NAMED = 5;

function names(ids: readonly string[]): string {
  const all = [...new Set(ids)];
  return all.length > NAMED ? `${all.length} others` : all.join(', ');
}

/** `nodeId` is the node of the affected step; null for the run. */
export function wordsOf({ decision, stepStatus, ...it }: AnswerEffect, nodeId: string | null): string {
  const step =
    decision === null
      ? (ENDED[stepStatus] ?? 'keeps waiting')
      : decision === 'approve'
        ? 'is approved'
        : decision === 'reject'
          ? 'is rejected'
          : 'is decided';
  const starts = new Set(it.starts).size;
  return [
    nodeId === null ? null : `${nodeId} ${step}`,
    it.loopId === null ? null : `loop ${it.loopId} restarts or is exhausted`,
    starts === 0 ? null : `${names(it.starts)} ${starts === 1 ? 'starts' : 'start'}`,
    it.cancels.length === 0
      ? null
      : `${names(it.cancels.map(nodeOfStep))} ${new Set(it.cancels.map(nodeOfStep)).size === 1 ? 'is' : 'are'} cancelled`,
    RUN[it.executionStatus] ?? null,
  ]
    .filter((part) => part !== null)
    .join('; ');
}
