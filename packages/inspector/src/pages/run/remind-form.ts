/** Reminding people of a step that waits: whom, and what it leaves as it is. */
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
            ? 'Everybody was reminded less than a minute ago. '
            : `Asks ${people.join(', ')} once more, as a reminder of the definition does. `
        }Answers,
        tallies and the deadline stay as they are.
      </p>
      ${last.map((it) => html`<p class="quiet"><bdi>${it.userId}</bdi> was reminded by <bdi>${it.actorId}</bdi>, ${time(it.at)}</p>`)}
      ${
        people.length > 0 &&
        html`<label
            >Whom
            <select name="userId">
              <option value="">everybody who owes an answer</option>
              ${people.map((it) => html`<option>${it}</option>`)}
            </select></label
          ><button>Remind</button>`
      }
    </form>
  </details>`;
}

/** Who would be: decided, not guessed. Nobody, where they were a moment ago; null: there is nobody to remind. */
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
