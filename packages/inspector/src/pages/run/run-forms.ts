/** Actions on a whole run. */
import { LIMITS } from '@org/approval-core';
import { isTerminal } from '@org/approval-core/interpreter';
import { followsFrom } from '../../data/follows.js';
import type { Moment } from '../../data/moment.js';
import { wordsOf } from '../../html/follows.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import { unitsOf } from '../parts.js';

export function runForms({ site }: Context, moment: Moment): Html | null {
  const { state } = moment;
  if (!site.may('cancel') || isTerminal(state.status)) return null;
  const follows = followsFrom(moment, { kind: 'cancel-execution', reason: null }, state.updatedAt);
  return html`<details class="action">
    <summary>Cancel this run</summary>
    <form method="post" action="${site.url('cancel')}">
      <input type="hidden" name="executionId" value="${state.executionId}" />
      <p>
        Stops asking reviewers and calling agents. It cannot be undone.
        ${follows !== null && `Effect now: ${wordsOf(follows, null)}.`}
      </p>
      <label>Reason <input name="reason" maxlength="${unitsOf(LIMITS.cancelReasonLength)}" /></label>
      <button class="danger">Cancel the run</button>
    </form>
  </details>`;
}
