/** Events of a run around a moment: actor, action, and reason. */
import { type EngineEvent, isExternal } from '@org/approval-core/interpreter';
import { entriesOf } from '@org/approval-internal/values';
import type { Moment } from '../../data/moment.js';
import { nodeOfStep } from '../../html/follows.js';
import { time } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import { nothing } from '../parts.js';

/** Newest event first. */
export function timeline({ site }: Context, { events, at, state }: Moment): Html {
  if (events.length === 0) return nothing('No event.');
  const items = events.toReversed().map((event) => {
    const url = site.url('run', { id: state.executionId, at: event.seq });
    const now = event.seq === at ? html`aria-current="step"` : null;
    return html`<li class="${isExternal(event) ? 'external' : 'internal'} ${event.seq > at ? 'later' : ''}">
      <a href="${url}" ${now}><span class="seq">${event.seq}</span> ${event.type}</a>
      <span class="quiet">${nodeOfStep(event.stepId)}</span>
      <span>${summaryOf(event)}</span> ${time(event.timestamp)}
    </li>`;
  });
  return html`<ol class="timeline scroll" tabindex="0" aria-label="Events around this moment">
    ${items}
  </ol>`;
}

/** Fields with actor, action, and reason. */
const SAID = [
  'reviewerId',
  'decision',
  'actorId',
  'reason',
  'action',
  'iteration',
  'attempt',
  'error',
  'triggeredBy',
];

function summaryOf({ data }: EngineEvent): string {
  return entriesOf(data)
    .filter(([name, value]) => SAID.includes(name) && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 300);
}
