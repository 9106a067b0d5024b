/** Runs by their deadlines, most urgent first. */
import { time } from '../../html/format.js';
import { type Html, html } from '../../html/html.js';
import { type Context, given, givenOf } from '../context.js';
import { idOf, more, nothing, table } from '../parts.js';
import type { DUES } from './filters.js';

const AHEAD_MS = { over: 0, day: 86_400_000, week: 7 * 86_400_000 } as const;

/** Not filtered by status or age: all of them are active. */
export async function dueRuns(context: Context, due: keyof typeof DUES): Promise<Html> {
  const { site, operations, now } = context;
  const names = ['definitionId', 'organizationId', 'documentId', 'cursor'] as const;
  const filters = givenOf(context, names);
  const person = given(context, 'person');
  // Whole minutes keep the cursor of a page valid for the next.
  const dueBefore = Math.ceil(now() / 60_000) * 60_000 + AHEAD_MS[due];
  const { items, nextCursor } = await operations.steps.listWaiting({
    ...filters,
    ...(person !== undefined && { reviewerId: person }),
    ...{ sort: 'due', dueBefore },
  });
  if (items.length === 0) return nothing('No runs are due by then.');
  const rows = items.map((it) => [
    html`<a href="${site.url('run', { id: it.executionId })}">${it.executionId}</a>`,
    idOf(it.definitionId),
    idOf(it.nodeId),
    it.waitingForReviewers.join(', '),
    html`<span class="${(it.dueAt ?? Infinity) < now() ? 'late' : ''}">${time(it.dueAt)}</span>`,
  ]);
  return html`${table('Runs by deadline', ['Run', 'Definition', 'Step', 'Waits for', 'Due'], rows)}
  ${more(site, 'runs', context.given, nextCursor)}`;
}
