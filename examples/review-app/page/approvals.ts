/**
 * Derives the state of the approval from runs and thread: reviewers, decisions, times, reasons.
 * Pure.
 */
import type { Comment } from '@org/approval-comments';
import type { ExecutionView, StepView } from '@org/approval-core';
import { longDate } from './dates.js';
import { namesOf } from './mentions.js';
import type { Decision } from './runs.js';

/** One asking of the reviewers. */
export interface Round {
  readonly executionId: string;
  readonly stepId: string;
  /** Number of the round in this run, from 1. */
  readonly number: number;
  readonly status: StepView['status'];
  readonly decisions: readonly Decided[];
  /** Reviewers who have not decided. */
  readonly waitingFor: readonly string[];
  /** Decisions of the previous round; empty in the first. */
  readonly before: readonly Decided[];
}

export interface Decided {
  readonly userId: string;
  readonly decision: Decision;
  readonly at: number;
  /** Null: they gave none, or the customer's side cannot be read at present. */
  readonly reason: string | null;
}

/** Key of a step, in the thread too. */
export const stepKey = ({ executionId, stepId }: Pick<Round, 'executionId' | 'stepId'>): string =>
  `${executionId}/${stepId}`;

/**
 * A reason is a comment of the reviewer that names the step: its text stays with the customer, and
 * the engine has only the decision.
 */
export const isReasonOf = (comment: Comment, key: string, userId: string): boolean =>
  comment.decisionOn === key && comment.from?.userId === userId;

/** All rounds of all runs, the oldest first. */
export function roundsOf(runs: readonly ExecutionView[], comments: readonly Comment[]): readonly Round[] {
  return runs.flatMap(({ executionId, steps }) => {
    const rounds: Round[] = [];
    for (const step of steps) {
      if (step.nodeType !== 'human') continue;
      const decisions = decisionsOf(executionId, step, comments);
      const decided = decisions.map((it) => it.userId);
      rounds.push({
        executionId,
        stepId: step.stepId,
        number: rounds.length + 1,
        status: step.status,
        decisions,
        waitingFor: step.status === 'waiting' ? reviewersOf(step).filter((it) => !decided.includes(it)) : [],
        before: rounds.at(-1)?.decisions ?? [],
      });
    }
    return rounds;
  });
}

interface Output {
  readonly reviewers?: readonly { readonly userId: string }[];
  readonly decisions?: readonly { reviewerId: string; decision: Decision; recordedAt: number }[];
}

/** The output of a human step: contract section 7. */
const outputOf = ({ output }: StepView): Output => output ?? {};

const reviewersOf = (step: StepView): string[] => (outputOf(step).reviewers ?? []).map((it) => it.userId);

function decisionsOf(executionId: string, step: StepView, comments: readonly Comment[]): Decided[] {
  const key = stepKey({ executionId, stepId: step.stepId });
  return (outputOf(step).decisions ?? []).map(({ reviewerId, decision, recordedAt }) => ({
    userId: reviewerId,
    decision,
    at: recordedAt,
    reason: comments.find((it) => isReasonOf(it, key, reviewerId))?.commentText ?? null,
  }));
}

/** State of the document: its label and style. */
export interface DocumentState {
  readonly tone: 'draft' | 'review' | 'changes' | 'approved' | 'stopped';
  readonly label: string;
  /** Text that the label leaves out; may be empty. */
  readonly detail: string;
}

const DRAFT: DocumentState = { tone: 'draft', label: 'Draft', detail: '' };

/** @param run the last one; undefined: none yet. */
export function documentState(run: ExecutionView | undefined, rounds: readonly Round[]): DocumentState {
  if (run === undefined) return DRAFT;
  const last = rounds.findLast((it) => it.executionId === run.executionId);
  switch (run.status) {
    case 'pending':
    case 'running': {
      const detail = last && last.waitingFor.length > 0 ? `· waiting for ${namesOf(last.waitingFor)}` : '';
      if (last === undefined || last.number === 1) return { tone: 'review', label: 'In review', detail };
      return { tone: 'changes', label: `Changes requested, round ${last.number}`, detail };
    }
    case 'completed': {
      const approvals = last?.decisions.filter((it) => it.decision === 'approve') ?? [];
      const by = namesOf(approvals.map((it) => it.userId));
      const on = longDate(run.completedAt ?? run.createdAt);
      return { tone: 'approved', label: 'Approved', detail: by === '' ? `on ${on}` : `by ${by} on ${on}` };
    }
    case 'failed': {
      const isExhausted = run.failureReason?.code === 'loop-exhausted';
      const rejections = last?.decisions.filter((it) => it.decision === 'reject') ?? [];
      const detail = isExhausted
        ? `by ${namesOf(rejections.map((it) => it.userId))}, after ${last?.number ?? 0} rounds`
        : (run.failureReason?.message ?? '');
      return { tone: 'stopped', label: isExhausted ? 'Not approved' : 'The approval failed', detail };
    }
    case 'cancelled':
      return { tone: 'stopped', label: 'The approval was cancelled', detail: '' };
  }
}
