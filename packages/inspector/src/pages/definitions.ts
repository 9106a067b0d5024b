/** Definitions, each with its versions, its picture, and differences between versions. */
import type { DefinitionView } from '@org/approval-core';
import { toJson } from '@org/approval-internal/json';
import { madeUpInput } from '@org/approval-internal/made-up-input';
import { type Mark, differenceOf, drawSvg } from '@org/approval-draw';
import { json, time } from '../html/format.js';
import { type Html, drawing, html } from '../html/html.js';
import { type Context, type Page, given } from './context.js';
import { idOf, more, nothing, table } from './parts.js';

export async function definitionsPage(context: Context): Promise<Page> {
  const { site, operations } = context;
  const cursor = given(context, 'cursor');
  const { items, nextCursor } = await operations.definitions.list(cursor === undefined ? {} : { cursor });
  const rows = items.map((it) => [
    html`<a href="${site.url('definition', { id: it.definitionId })}">${it.name}</a>`,
    idOf(it.definitionId),
    it.version,
    it.nodes.length,
    it.warnings.length,
    time(it.updatedAt),
  ]);
  const head = ['Name', 'Id', 'Version', 'Nodes', 'Warnings', 'Changed'];
  return {
    place: 'definitions',
    title: 'Definitions',
    content: html`<p><a class="button" href="${site.url('playground')}">Write one in the playground</a></p>
      ${
        items.length > 0
          ? table('Definitions', head, rows)
          : nothing(
              html`This workspace has no definitions yet. Write one in the
                <a href="${site.url('playground')}">playground</a>, or create it from your service.`,
            )
      }
      ${more(site, 'definitions', context.given, nextCursor)}`,
  };
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export async function definitionPage(context: Context): Promise<Page> {
  const { site, operations } = context;
  const definitionId = given(context, 'id') ?? '';
  const scope = scopeOf(context);
  const of = (version?: number) =>
    operations.definitions.get({ definitionId, ...scope, ...(version !== undefined && { version }) });
  const newest = await of();
  const version = numberOf(given(context, 'version'));
  const shown = version === undefined ? newest : await of(version);
  const against = numberOf(given(context, 'against'));
  const other = against === undefined ? null : await of(against);
  return {
    place: 'definitions',
    title: shown.name,
    content: html`<p class="facts">
        <span>${definitionId}</span>
        <span>version ${shown.version} of ${newest.version}, ${time(shown.updatedAt)}</span>
        <a href="${site.url('runs', { definitionId })}">Runs</a>
        <a href="${site.url('playground', { id: definitionId, version: shown.version, ...scope })}"
          >Open in the playground</a
        >
      </p>
      ${await underWay(context, definitionId)} ${startForm(context, newest, scope)}
      ${versions(context, { newest, shown, against, scope })}
      ${other === null ? one(shown) : difference(other, shown)}
      <details>
        <summary>As JSON</summary>
        ${json({ nodes: shown.nodes, edges: shown.edges, groups: shown.groups, loops: shown.loops })}
      </details>`,
  };
}

const marksOf = ({ warnings }: DefinitionView): Record<string, Mark> =>
  Object.fromEntries(warnings.flatMap(({ nodeId }) => (nodeId === undefined ? [] : [[nodeId, 'warning']])));

function one(shown: DefinitionView): Html {
  const warnings = shown.warnings.map(
    (it) => html`<li><code>${it.code}</code> ${it.message} <span class="quiet">${it.path}</span></li>`,
  );
  return html`${drawing(drawSvg(shown, { scheme: 'host', marks: marksOf(shown) }), 'Graph of the definition')}
  ${
    warnings.length > 0 &&
    html`<h2>Warnings</h2>
      <ul>
        ${warnings}
      </ul>`
  }`;
}

function difference(before: DefinitionView, after: DefinitionView): Html {
  const { parts, union, marks } = differenceOf(before, after);
  const items = parts.map(
    (it) =>
      html`<li>
        <details>
          <summary><strong>${it.change}</strong> ${it.part} ${it.id}</summary>
          ${
            it.before !== null &&
            html`<h3>Before</h3>
              ${json(it.before)}`
          }${
            it.after !== null &&
            html`<h3>After</h3>
              ${json(it.after)}`
          }
        </details>
      </li>`,
  );
  return html`<h2>From version ${before.version} to ${after.version}</h2>
    ${
      parts.length === 0
        ? nothing('The versions are equal.')
        : html`${drawing(drawSvg(union, { marks, scheme: 'host' }), 'Both versions in one graph')}
            <ul class="steps">
              ${items}
            </ul>`
    }`;
}

/** Scope of the run that led here; without one that of the workspace. */
function scopeOf(context: Context): Readonly<Record<string, string>> {
  const names = ['organizationId', 'documentId'].map((it) => [it, given(context, it)] as const);
  return Object.fromEntries(names.filter((it): it is [string, string] => it[1] !== undefined));
}

/** Enough runs to see their versions. */
const COUNTED = 500;

/** Active runs, by their version. */
async function underWay({ site, operations }: Context, definitionId: string): Promise<Html> {
  const of = { definitionId, status: 'running', pageSize: COUNTED } as const;
  const { items, hasMore } = await operations.executions.list(of);
  const counts = new Map<number, number>();
  for (const { definitionVersion: it } of items) counts.set(it, (counts.get(it) ?? 0) + 1);
  const versions = [...counts].toSorted(([a], [b]) => b - a);
  const words = versions.map(([version, count]) => `${count} on v${version}`).join(', ');
  return html`<p class="facts">
    <a href="${site.url('runs', { definitionId, status: 'running' })}"
      >${items.length === 0 ? 'No active runs' : `Active: ${words}`}</a
    >
    ${hasMore && html`<span class="quiet">of the newest ${items.length}</span>`}
  </p>`;
}

/** Rows of the input in the form. */
const [LEAST_ROWS, MOST_ROWS] = [4, 16] as const;

/** Always of the newest version, which new runs use. */
function startForm(
  { site }: Context,
  { definitionId, nodes, edges, loops, inputSchema }: DefinitionView,
  scope: Readonly<Record<string, string>>,
): Html | null {
  if (!site.may('dispatch')) return null;
  const example = JSON.stringify(madeUpInput(toJson({ nodes, edges, loops, inputSchema })), null, 2);
  const isEmpty = example === '{}';
  return html`<details class="action">
    <summary>Start a run</summary>
    <form method="post" action="${site.url('dispatch')}">
      <input type="hidden" name="definitionId" value="${definitionId}" />${hidden(scope)}
      <p>
        Starts the newest version, with you as its initiator: agents are called, and reviewers are asked.
        ${isEmpty ? null : 'The input is an example with every field that the definition reads: change the values.'}
      </p>
      <label class="long"
        >Input (triggerContext), as JSON
        <textarea
          name="triggerContext"
          rows="${Math.min(MOST_ROWS, Math.max(LEAST_ROWS, example.split('\n').length))}"
          spellcheck="false"
        >
${example}</textarea></label
      ><button>Start</button>
    </form>
  </details>`;
}

const hidden = (values: Readonly<Record<string, string>>): Html[] =>
  Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );

/** Newest versions of a definition that are listed. */
const LISTED = 100;

interface Chosen {
  readonly newest: DefinitionView;
  readonly shown: DefinitionView;
  readonly against: number | undefined;
  readonly scope: Readonly<Record<string, string>>;
}

function versions({ site }: Context, { newest: head, shown, against, scope }: Chosen): Html | null {
  const { definitionId: id, version: newest } = head;
  if (newest === 1) return null;
  const numbers = Array.from({ length: Math.min(newest, LISTED) }, (_, index) => newest - index);
  const options = (chosen: number | undefined, none: string | null) => [
    none !== null && html`<option value="">${none}</option>`,
    ...numbers.map(
      (it) => html`<option value="${it}" ${it === chosen ? html`selected` : null}>${it}</option>`,
    ),
  ];
  return html`<form class="filters" method="get" action="${site.url('definition')}">
    <input type="hidden" name="id" value="${id}" />${hidden(scope)}
    <label
      >Version
      <select name="version">
        ${options(shown.version, null)}
      </select></label
    >
    <label
      >Compared with
      <select name="against">
        ${options(against, 'nothing')}
      </select></label
    >
    <button>Show</button>
  </form>`;
}
