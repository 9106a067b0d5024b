/** Runs, newest first: the filters are in the URL, pages come from the store. */
import { type ExecutionSummaryView, isTerminal } from '@org/approval-core';
import { status, time } from '../html/format.js';
import { type Part, html } from '../html/html.js';
import { type Context, type Page, given, oneOf } from './context.js';
import { choice, field, more, nothing, table } from './parts.js';

const STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

export async function runsPage(context: Context): Promise<Page> {
  const { site, operations } = context;
  const filters = {
    status: oneOf(context.given.get('status'), STATUSES),
    definitionId: given(context, 'definitionId'),
    organizationId: given(context, 'organizationId'),
    documentId: given(context, 'documentId'),
  };
  const cursor = given(context, 'cursor');
  const set = Object.fromEntries(Object.entries(filters).filter(([, it]) => it !== undefined));
  const { items, nextCursor } = await operations.executions.list({
    ...set,
    ...(cursor !== undefined && { cursor }),
  });
  const rows = items.map((it) => rowOf(context, it));
  const head = ['Run', 'Definition', 'Status', 'Dispatched', 'Took', 'Why it failed'];
  const isFiltered = Object.keys(set).length > 0;
  return {
    place: 'runs',
    title: 'Runs',
    content: html`<form class="filters" method="get" action="${site.url('runs')}" role="search">
        ${choice('Status', 'status', ['', ...STATUSES], filters.status)}
        ${field('Definition', 'definitionId', filters.definitionId)}
        ${field('Organization', 'organizationId', filters.organizationId)}
        ${field('Document', 'documentId', filters.documentId)}
        <button>Show</button> ${isFiltered && html`<a href="${site.url('runs')}">All runs</a>`}
      </form>
      ${
        items.length > 0
          ? table('Runs', head, rows)
          : nothing(
              isFiltered ? 'No run fits. Take a filter away.' : 'No run yet. Dispatch one, and it is here.',
            )
      }
      ${more(site, 'runs', context.given, nextCursor)}`,
  };
}

function rowOf({ site }: Context, run: ExecutionSummaryView): Part[] {
  const { executionId, definitionId, definitionVersion } = run;
  const scope = { organizationId: run.organizationId, documentId: run.documentId };
  const ended = run.completedAt ?? run.cancelledAt;
  return [
    html`<a href="${site.url('run', { id: executionId })}">${executionId}</a>`,
    html`<a href="${site.url('definition', { id: definitionId, version: definitionVersion, ...scope })}"
        >${definitionId}</a
      >
      v${definitionVersion}`,
    status(run.status),
    time(run.createdAt),
    isTerminal(run.status) && ended !== null ? lasted(ended - run.createdAt) : '',
    run.failureReason?.code ?? '',
  ];
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

function lasted(ms: number): string {
  const [size, unit] = UNITS.find(([it]) => ms >= it) ?? [1, 'ms'];
  return `${Math.round((ms / size) * 10) / 10} ${unit}`;
}
