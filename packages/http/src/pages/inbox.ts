/** The inbox of a reviewer: titles, facts, deadlines in words, and why they are asked. */
import type { WaitingItem } from '@org/approval-core/views';
import type { TextKey } from '@org/approval-core/texts';
import { type Html, html } from '@org/approval-internal/html';
import { type Frame, type PageBody, attribute } from './document.js';
import { icon } from './icons.js';
import type { View } from './look.js';
import type { Visit } from './site.js';
import { dueChip, factValue, moneyOf } from './subject.js';
import { line } from './words.js';

const VIEWS = ['mine', 'others', 'overdue', 'all'] as const;
type InboxView = (typeof VIEWS)[number];

const PAGE_SIZE = 50;
const DAY_MS = 86_400_000;
/** Facts of a row. */
const FACTS = 3;

export interface InboxPage {
  readonly items: readonly WaitingItem[];
  /** Query of the next page; null without one. */
  readonly more: Readonly<Record<string, string>> | null;
  readonly shown: InboxView;
  /** Position of the feed before the page was read; null: nothing can be followed. */
  readonly position: string | null;
}

/** Filters of the views; the operation applies them before it counts a page. */
const FILTERS = { mine: { as: 'own' }, others: { as: 'substitute' }, overdue: {}, all: {} } as const;

export async function readInbox({ call, userId, given, now, ...reader }: Visit): Promise<InboxPage> {
  const shown = VIEWS.find((it) => it === given.get('view')) ?? 'mine';
  const cursor = given.get('cursor');
  // A cursor holds for its own query, so that later pages are about the time of the first.
  const before = Number(given.get('before') ?? Number.NaN);
  const dueBefore = Number.isSafeInteger(before) && before > 0 ? before : now;
  const position = await reader.position();
  const { items, nextCursor } = await call('steps/listWaiting', {
    ...{ reviewerId: userId, sort: 'due', pageSize: PAGE_SIZE },
    ...FILTERS[shown],
    ...(shown === 'overdue' && { dueBefore }),
    ...(cursor !== null && { cursor }),
  });
  const next = { view: shown, ...(shown === 'overdue' && { before: String(dueBefore) }) };
  return { items, position, shown, more: nextCursor === null ? null : { ...next, cursor: nextCursor } };
}

/** Ids that rows name. */
export const inboxIds = ({ items }: InboxPage): string[] =>
  items.flatMap(({ as, facts }) => [
    ...as.flatMap(({ userId, claimedBy }) => [userId, ...(claimedBy ?? [])]),
    ...facts.flatMap(({ kind, value }) => (kind === 'user' && typeof value === 'string' ? [value] : [])),
  ]);

export function inboxBody(view: View, frame: Frame, page: InboxPage): PageBody {
  const { texts } = view;
  const { items, more, shown } = page;
  return {
    title: texts.say('nav.inbox'),
    content: html`<div class="pg">
      <h1>${texts.say('nav.inbox')}</h1>
      <nav class="pg-views" aria-label="${texts.say('inbox.views')}">
        ${VIEWS.map((it) => viewLink(view, frame, it, it === shown))}
      </nav>
      <p class="pg-fresh" id="fresh" role="status"></p>
      <template id="fresh-button"
        ><button class="ap-btn" data-wide type="button">
          ${icon('down')}<span>${texts.say('inbox.fresh')}</span>
        </button></template
      >
      <template id="gone"
        ><span class="ap-chip" data-tone="ok"
          >${icon('check')}<span>${texts.say('inbox.gone')}</span></span
        ></template
      >
      <div id="rows">
        ${items.length === 0 && more === null && empty(view, shown)}${grouped(view, frame, items)}
        ${
          more !== null &&
          html`<p class="pg-more">
            <a class="ap-btn" href="${frame.url('', more)}">${texts.say('inbox.more')}</a>
          </p>`
        }
      </div>
    </div>`,
  };
}

const viewLink = ({ texts }: View, frame: Frame, it: InboxView, isShown: boolean): Html =>
  html`<a href="${frame.url('', { view: it })}" ${attribute('aria-current', isShown ? 'page' : null)}
    >${texts.say(`inbox.${it}`)}</a
  >`;

function empty({ texts }: View, shown: InboxView): Html {
  const isMine = shown === 'mine';
  return html`<div class="ap-empty">
    <span class="ap-badge" data-tone="${isMine ? 'ok' : ''}">${icon(isMine ? 'check' : 'ring')}</span>
    <h2>${texts.say(isMine ? 'inbox.empty' : 'inbox.emptyView')}</h2>
    <p>${texts.say('inbox.empty.text')}</p>
  </div>`;
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
  const groups: { readonly group: Group; readonly rows: WaitingItem[] }[] = [];
  for (const item of items) {
    const group = groupOf(view, item.dueAt);
    const last = groups.at(-1);
    if (last?.group === group) last.rows.push(item);
    else groups.push({ group, rows: [item] });
  }
  return groups.map(({ group, rows }) => {
    const tone = attribute('data-tone', group === 'group.late' ? 'no' : null);
    return html`<section aria-labelledby="${group}">
      <h2 class="ap-group" id="${group}" ${tone}>${view.texts.say(group)}</h2>
      <ul>
        ${rows.map((it) => row(view, frame, it))}
      </ul>
    </section>`;
  });
}

function row(view: View, frame: Frame, item: WaitingItem): Html {
  const { executionId, stepId, title, amount, facts, dueAt } = item;
  const address = frame.url(`runs/${encodeURIComponent(executionId)}`, { step: stepId });
  const shownFacts = facts.slice(0, FACTS);
  return html`<li class="ap-item">
    <div class="ap-item-l">
      <h3><a class="ap-item-title" href="${address}" dir="auto">${line(title)}</a></h3>
      ${amount !== null && html`<bdi class="ap-item-sum">${moneyOf(view, amount)}</bdi>`}
    </div>
    ${
      shownFacts.length > 0 &&
      html`<p class="ap-item-sub">
        ${shownFacts.map(
          (it) =>
            html`<span
              ><bdi>${line(it.label)}</bdi>:
              <span class="ap-item-fact" dir="auto">${factValue(view, it)}</span></span
            > `,
        )}
      </p>`
    }
    <div class="ap-item-l">
      <span class="ap-item-why">${whyAsked(view, item)}</span>
      ${dueChip(view, dueAt)}
    </div>
  </li>`;
}

const SIGNS = { person: 'user', chain: 'user', pool: 'users', added: 'user', substitute: 'swap' } as const;

/** Reason to ask the reader. */
function whyAsked(view: View, { as }: Pick<WaitingItem, 'as'>): Html | null {
  const [place] = as;
  if (place === undefined) return null;
  const name = view.nameOf(place.userId);
  const by = (place.claimedBy ?? []).filter((it) => it !== view.userId).map((it) => view.nameOf(it));
  return html`${icon(SIGNS[place.kind])}<span
      >${view.say(`why.${place.kind}`, { name })}
      ${by.length > 0 && view.say('claim.other', { name: view.texts.list(by) })}</span
    >`;
}
