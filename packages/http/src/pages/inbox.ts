/** The inbox of a reviewer: titles, facts, deadlines in words, and why they are asked. */
import type { WorkspaceOperations } from '@org/approval-core';
import type { WaitingItem } from '@org/approval-core/views';
import type { TextKey } from '@org/approval-core/texts';
import { type Html, html } from '@org/approval-internal/html';
import { type Frame, type PageBody, attribute } from './document.js';
import { icon } from './icons.js';
import type { View } from './look.js';
import { dueChip, factValue } from './subject.js';

export const VIEWS = ['mine', 'others', 'overdue', 'all'] as const;
type InboxView = (typeof VIEWS)[number];

const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;
/** Facts of a row. */
const FACTS = 3;

export interface InboxPage {
  readonly items: readonly WaitingItem[];
  readonly nextCursor: string | null;
  readonly shown: InboxView;
}

/** Reads a page; substitutes' rows are told from the reader's own by their places. */
export async function readInbox(
  operations: WorkspaceOperations,
  { userId, given, now }: { readonly userId: string; readonly given: URLSearchParams; readonly now: number },
): Promise<InboxPage> {
  const shown = VIEWS.find((it) => it === given.get('view')) ?? 'mine';
  const cursor = given.get('cursor');
  const page = await operations.steps.listWaiting({
    reviewerId: userId,
    sort: 'due',
    pageSize: PAGE_SIZE,
    ...(shown === 'overdue' && { dueBefore: now }),
    ...(cursor !== null && { cursor }),
  });
  const items = page.items.filter(({ as }) => {
    const isForOthers = as.every(({ kind }) => kind === 'substitute');
    return shown === 'mine' ? !isForOthers : shown !== 'others' || isForOthers;
  });
  return { items, nextCursor: page.nextCursor, shown };
}

/** Ids that rows name. */
export const inboxIds = ({ items }: InboxPage): string[] =>
  items.flatMap(({ as, facts }) => [
    ...as.flatMap(({ userId, claimedBy }) => [userId, ...(claimedBy ?? [])]),
    ...facts.flatMap(({ kind, value }) => (kind === 'user' && typeof value === 'string' ? [value] : [])),
  ]);

export function inboxBody(view: View, frame: Frame, page: InboxPage): PageBody {
  const { texts, say } = view;
  const { items, nextCursor, shown } = page;
  const empty = shown === 'mine' ? 'inbox.empty' : 'inbox.emptyView';
  return {
    title: texts.say('nav.inbox'),
    content: html`<div class="pg">
      <h1>${texts.say('nav.inbox')}</h1>
      <nav class="pg-views" aria-label="${texts.say('inbox.views')}">
        ${VIEWS.map(
          (it) =>
            html`<a
              href="${frame.url('', { view: it })}"
              ${attribute('aria-current', it === shown ? 'page' : null)}
              >${texts.say(`inbox.${it}`)}</a
            >`,
        )}
      </nav>
      ${items.length === 0 && nextCursor === null && html`<p class="pg-empty">${say(empty)}</p>`}
      ${grouped(view, frame, items)}
      ${
        nextCursor !== null &&
        html`<p>
          <a class="ap-btn" href="${frame.url('', { view: shown, cursor: nextCursor })}"
            >${say('inbox.more')}</a
          >
        </p>`
      }
    </div>`,
  };
}

type Group = Extract<TextKey, `group.${string}`>;

function groupOf({ texts, now }: View, dueAt: number | null): Group {
  if (dueAt === null) return 'group.none';
  if (dueAt <= now) return 'group.late';
  if (texts.date(dueAt) === texts.date(now)) return 'group.today';
  return dueAt < now + 7 * DAY_MS ? 'group.week' : 'group.later';
}

/** Rows come by deadline, so that a group is a run of rows. */
function grouped(view: View, frame: Frame, items: readonly WaitingItem[]): Html[] {
  return items.map((item, index) => {
    const group = groupOf(view, item.dueAt);
    const before = items[index - 1];
    const isFirst = before === undefined || groupOf(view, before.dueAt) !== group;
    const tone = attribute('data-tone', group === 'group.late' ? 'no' : null);
    return html`${isFirst && html`<h2 class="ap-group" ${tone}>${view.say(group)}</h2>`}${row(view, frame, item)}`;
  });
}

function row(view: View, frame: Frame, item: WaitingItem): Html {
  const { executionId, stepId, title, amount, facts, dueAt } = item;
  const address = frame.url(`runs/${encodeURIComponent(executionId)}`, { step: stepId });
  return html`<article class="ap-item">
    <div>
      <div class="ap-item-l">
        <h3><a class="ap-item-title" href="${address}" dir="auto">${title}</a></h3>
        ${amount !== null && html`<bdi class="ap-item-sum">${view.texts.money(amount)}</bdi>`}
      </div>
      <p class="ap-item-sub">
        ${facts.slice(0, FACTS).map((it) => html`<span><bdi>${it.label}</bdi>: <b>${factValue(view, it)}</b></span> `)}
      </p>
      <div class="ap-item-l ap-item-why">
        <span>${whyAsked(view, item)}</span>
        ${dueChip(view, dueAt)}
      </div>
    </div>
  </article>`;
}

/** Why the reader is asked. */
export function whyAsked(view: View, { as }: Pick<WaitingItem, 'as'>): Html | null {
  const [place] = as;
  if (place === undefined) return null;
  const name = view.nameOf(place.userId);
  const claimed = (place.claimedBy ?? []).filter((it) => it !== view.userId);
  const by = claimed.map((it) => view.nameOf(it));
  return html`${icon(place.kind === 'substitute' ? 'swap' : 'user')}
  ${view.say(`why.${place.kind}`, { name })}
  ${by.length > 0 && view.say('claim.other', { name: view.texts.list(by) })}`;
}
