/** What waits, for one person or for all, the longest first. */
import { time } from '../html/format.js';
import { html } from '../html/html.js';
import { type Context, type Page, given } from './context.js';
import { field, more, nothing, table } from './parts.js';

export async function inboxPage(context: Context): Promise<Page> {
  const { site, operations } = context;
  const reviewerId = context.given.has('reviewerId') ? given(context, 'reviewerId') : site.subject;
  const cursor = given(context, 'cursor');
  const { items, nextCursor } = await operations.steps.listWaiting({
    ...(reviewerId !== undefined && { reviewerId }),
    ...(cursor !== undefined && { cursor }),
  });
  const rows = items.map((it) => [
    html`<a href="${site.url('run', { id: it.executionId })}">${it.nodeId}</a>`,
    it.definitionId,
    (it.commentBody ?? '').slice(0, 200),
    it.waitingForReviewers.join(', '),
    time(it.waitingSince),
    time(it.dueAt),
  ]);
  const whom = reviewerId === undefined ? 'anybody' : reviewerId;
  return {
    place: 'inbox',
    title: 'Inbox',
    content: html`<form class="filters" method="get" action="${site.url('inbox')}" role="search">
        ${field('Person', 'reviewerId', reviewerId)} <button>Show</button>
        <a href="${site.url('inbox')}?reviewerId=">Everybody</a>
      </form>
      ${items.length > 0 ? table('Waiting steps', ['Step', 'Definition', 'Question', 'Waits for', 'Since', 'Due'], rows) : nothing(`Nothing waits for ${whom}.`)}
      ${more(site, 'inbox', context.given, nextCursor)}`,
  };
}
