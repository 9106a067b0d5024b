/** What can be done with a run, each with what will follow from it. */
import { type StepState, isTerminal } from '@org/approval-core';
import type { Moment } from '../data/moment.js';
import { type Html, html } from '../html/html.js';
import type { Context } from './context.js';

/** For whom the visitor may answer. */
function reviewersFor({ site }: Context, { waitingForReviewers }: StepState): readonly string[] {
  if (site.may('decide-any')) return waitingForReviewers;
  return site.may('decide') ? waitingForReviewers.filter((it) => it === site.subject) : [];
}

export function decisionForms(context: Context, executionId: string, step: StepState): Html | null {
  if (step.nodeType !== 'human' || step.status !== 'waiting') return null;
  const reviewers = reviewersFor(context, step);
  if (reviewers.length === 0) return null;
  const people = reviewers.map((it) => html`<option>${it}</option>`);
  return html`<details class="action">
    <summary>Decide ${step.nodeId}</summary>
    <form method="post" action="${context.site.url('decide')}">
      <input type="hidden" name="executionId" value="${executionId}" /><input
        type="hidden"
        name="stepId"
        value="${step.stepId}"
      />
      <p>
        The answer is recorded for good, in the name of the reviewer. With it the step may end, and the run
        goes on.
      </p>
      <label
        >Reviewer
        <select name="reviewerId">
          ${people}
        </select></label
      >
      <label>Reason <textarea name="reason" maxlength="2000" rows="2"></textarea></label>
      <button name="decision" value="approve">Approve</button>
      <button class="danger" name="decision" value="reject">Reject</button>
    </form>
  </details>`;
}

export function runForms({ site }: Context, { state }: Moment): Html | null {
  if (!site.may('cancel') || isTerminal(state.status)) return null;
  return html`<details class="action">
    <summary>Cancel this run</summary>
    <form method="post" action="${site.url('cancel')}">
      <input type="hidden" name="executionId" value="${state.executionId}" />
      <p>Open steps are cancelled, nobody is asked any more, and no agent is called. It cannot be undone.</p>
      <label>Reason <input name="reason" maxlength="500" /></label>
      <button class="danger">Cancel the run</button>
    </form>
  </details>`;
}
