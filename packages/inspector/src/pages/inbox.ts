/** Waiting steps of one reviewer or of all, longest wait first. */
import { timeFrom } from '../html/format.js';
import { html } from '../html/html.js';
import { type Context, type Page, given } from './context.js';
import { seen } from '@org/approval-internal/unseen';
import { rowFacts } from './presented.js';
import { field, idOf, more, nothing, table } from './parts.js';

export async function inboxPage(context: Context): Promise<Page> {
  const { site, operations, now } = context;
  const reviewerId = context.given.has('reviewerId') ? given(context, 'reviewerId') : site.subject;
  const cursor = given(context, 'cursor');
  const { items, nextCursor } = await operations.steps.listWaiting({
    ...(reviewerId !== undefined && { reviewerId }),
    ...(cursor !== undefined && { cursor }),
  });
  const rows = items.map((it) => [
    html`<a href="${site.url('run', { id: it.executionId })}"><bdi>${seen(it.title)}</bdi></a>
      ${rowFacts(it)}`,
    html`${idOf(it.definitionId)} <span class="quiet">${it.nodeId}</span>`,
    (it.commentBody ?? '').slice(0, 200),
    it.waitingForReviewers.join(', '),
    timeFrom(it.waitingSince, now()),
    timeFrom(it.dueAt, now()),
  ]);
  const whom = reviewerId === undefined ? 'anybody' : reviewerId;
  return {
    place: 'inbox',
    title: 'Inbox',
    content: html`<form class="filters" method="get" action="${site.url('inbox')}" role="search">
        ${field('Person', 'reviewerId', reviewerId)} <button>Show</button>
        <a href="${site.url('inbox')}?reviewerId=">All reviewers</a>
      </form>
      ${items.length > 0 ? table('Waiting steps', ['Request', 'Definition', 'Question', 'Waits for', 'Since', 'Due'], rows) : nothing(html`Nothing waits for ${whom}. ${reviewerId !== undefined && html`<a href="${site.url('inbox')}?reviewerId=">Show the steps of all reviewers</a>`}`)}
      ${more(site, 'inbox', context.given, nextCursor)}`,
  };
}
