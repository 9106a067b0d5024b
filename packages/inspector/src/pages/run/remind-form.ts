/** The form that reminds reviewers of a waiting step. */
import { decide } from '@org/approval-core/interpreter';
import type { Moment } from '../../data/moment.js';
import { time } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import { ids } from './step-ids.js';
import type { Waiting } from './waiting.js';

export function remindForm(context: Context, moment: Moment, step: Waiting): Html | null {
  const { site } = context;
  if (!site.may('remind')) return null;
  const people = reminded(context, moment, step);
  if (people === null) return null;
  const last = moment.state.steps.find((it) => it.stepId === step.stepId)?.handReminders?.last ?? [];
  return html`<details class="action">
    <summary>Remind about ${step.nodeId}</summary>
    <form method="post" action="${site.url('remind')}">
      ${ids(moment, step)}
      <p>
        ${
          people.length === 0
            ? 'Everyone was reminded less than a minute ago. '
            : `Asks ${people.join(', ')} again, like a reminder of the definition. `
        }Decisions,
        tallies and the deadline do not change.
      </p>
      ${last.map((it) => html`<p class="quiet"><bdi>${it.userId}</bdi> was reminded by <bdi>${it.actorId}</bdi>, ${time(it.at)}</p>`)}
      ${
        people.length > 0 &&
        html`<label
            >Reviewer
            <select name="userId">
              <option value="">all with an open decision</option>
              ${people.map((it) => html`<option>${it}</option>`)}
            </select></label
          ><button>Remind</button>`
      }
    </form>
  </details>`;
}

/** Asks the interpreter; empty if all were reminded just now, null if none can be reminded. */
function reminded(
  { site, now }: Context,
  { definition: { compiled }, state }: Moment,
  { stepId }: Waiting,
): readonly string[] | null {
  const said = { actorId: site.subject, userId: null, asAdministrator: true };
  const command = { kind: 'remind', stepId, ...said } as const;
  const environment = { newEventId: () => '', maxStepsPerExecution: Infinity, now: now() };
  const decided = decide(compiled, state, command, environment);
  if (decided.ok) return decided.result.userIds;
  return decided.refusal.details['code'] === 'reminded-already' ? [] : null;
}
