/** Runs, newest first: the URL has the filters, the store the pages. */
import { isTerminal } from '@org/approval-core/interpreter';
import type { ExecutionSummaryView } from '@org/approval-core/views';
import { moneyText } from '@org/approval-internal/shown';
import { seen } from '@org/approval-internal/unseen';
import { keysOf } from '@org/approval-internal/values';
import { lasted, status, time } from '../../html/format.js';
import { type Html, type Part, html } from '../../html/html.js';
import { type Context, type Page, given, oneOf } from '../context.js';
import { choice, field, idOf, labelled, more, nothing, table } from '../parts.js';
import { AGES, DUES, type Filters } from './filters.js';
import { countsPart } from './counts.js';
import { dueRuns } from './due.js';

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

export async function runsPage(context: Context): Promise<Page> {
  const due = oneOf(context.given.get('due'), keysOf(DUES));
  const filters = filtersOf(context);
  const isFiltered = due !== undefined || Object.keys(filters).length > 0;
  const list =
    due === undefined ? await newestRuns(context, filters, isFiltered) : await dueRuns(context, due);
  // Older pages do not change when new runs start.
  const isLive = !context.given.has('cursor');
  return {
    place: 'runs',
    title: 'Runs',
    content: html`${filterForm(context, isFiltered)}
      <div id="views" class="views" hidden></div>
      <div id="list" ${isLive ? html`data-live="${context.liveUrl({})}"` : null}>
        ${due === undefined && (await countsPart(context, filters))} ${list}
      </div>`,
  };
}

/** The given filters, without absent ones. */
function filtersOf(context: Context): Filters {
  const age = oneOf(context.given.get('age'), keysOf(AGES));
  // Whole minutes keep consecutive pages consistent.
  const now = Math.floor(context.now() / 60_000) * 60_000;
  const { youngerMs, olderMs }: { youngerMs?: number; olderMs?: number } =
    age === undefined ? {} : AGES[age][1];
  const all: Filters = {
    status: oneOf(context.given.get('status'), STATUSES),
    outcome: given(context, 'outcome'),
    definitionId: given(context, 'definitionId'),
    party: given(context, 'person'),
    organizationId: given(context, 'organizationId'),
    documentId: given(context, 'documentId'),
    createdFrom: youngerMs === undefined ? undefined : Math.max(0, now - youngerMs),
    createdBefore: olderMs === undefined ? undefined : Math.max(0, now - olderMs),
  };
  return Object.fromEntries(Object.entries(all).filter(([, it]) => it !== undefined));
}

function filterForm({ site, given: all }: Context, isFiltered: boolean): Html {
  const text = (label: string, name: string) => field(label, name, all.get(name) ?? undefined);
  const ages = Object.entries(AGES).map(([value, [label]]) => [value, label] as const);
  return html`<form class="filters" method="get" action="${site.url('runs')}" role="search">
    ${choice('Status', 'status', ['', ...STATUSES], all.get('status') ?? undefined)}
    ${text('Outcome', 'outcome')} ${text('Definition', 'definitionId')} ${text('Person', 'person')}
    ${text('Organization', 'organizationId')} ${text('Document', 'documentId')}
    ${labelled('Age', 'age', ages, all.get('age'))}
    ${labelled('Due', 'due', Object.entries(DUES), all.get('due'))}
    <button>Show</button> ${isFiltered && html`<a href="${site.url('runs')}">All runs</a>`}
  </form>`;
}

async function newestRuns(context: Context, filters: Filters, isFiltered: boolean): Promise<Html> {
  const { site, operations } = context;
  const cursor = given(context, 'cursor');
  const { items, nextCursor } = await operations.executions.list({
    ...filters,
    ...(cursor !== undefined && { cursor }),
  });
  if (items.length === 0) return isFiltered ? nothing('No matching runs. Remove a filter.') : noRun(context);
  const head = ['Run', 'Definition', 'Status', 'Outcome', 'Dispatched', 'Took', 'Failure'];
  return html`${table(
    'Runs',
    head,
    items.map((it) => rowOf(context, it)),
  )}
  ${more(site, 'runs', context.given, nextCursor)}`;
}

const noRun = ({ site }: Context): Html =>
  html`<p class="nothing">
    No runs yet. Start one from <a href="${site.url('definitions')}">its definition</a>, or dispatch it from
    your service, and it appears here at once.
  </p>`;

/** The title of a run; its id without a presentation, beside the name of its definition. */
function runLink(url: string, { executionId, presentation }: ExecutionSummaryView): Html {
  if (presentation === null) return html`<a href="${url}">${executionId}</a>`;
  const { title, amount } = presentation;
  return html`<a href="${url}"><bdi>${seen(title)}</bdi></a>
    ${amount !== null && html`<strong>${moneyText(amount)}</strong>`}
    <span class="quiet">${executionId}</span>`;
}

function rowOf({ site, now }: Context, run: ExecutionSummaryView): Part[] {
  const { executionId, definitionId, definitionVersion } = run;
  const scope = { organizationId: run.organizationId, documentId: run.documentId };
  const ended = run.completedAt ?? run.cancelledAt;
  return [
    runLink(site.url('run', { id: executionId }), run),
    html`<a href="${site.url('definition', { id: definitionId, version: definitionVersion, ...scope })}"
        >${idOf(definitionId)}</a
      >
      v${definitionVersion}`,
    status(run.status),
    run.outcome ?? '',
    time(run.createdAt),
    isTerminal(run.status)
      ? ended === null
        ? ''
        : lasted(ended - run.createdAt)
      : html`<span class="quiet">${lasted(Math.max(0, now() - run.createdAt))} so far</span>`,
    run.failureReason?.code ?? '',
  ];
}
