/** The playground: a definition with its findings, its picture, and a trial run. */
import { type Definition, LIMITS } from '@org/approval-core';
import type { Simulation } from '@org/approval-core/interpreter';
import type { IssueView } from '@org/approval-core/views';
import { type Drawable, type Mark, drawSvg } from '@org/approval-draw';
import { messageOf } from '@org/approval-internal/errors';
import { type Html, drawing, html } from '../../html/html.js';
import { type Context, type Page, given } from '../context.js';
import { type Draft, savePart } from './save.js';
import { answersOf, simulated, simulationPart } from './simulation.js';

const EXAMPLE = {
  definitionId: 'my-approval',
  name: 'My approval',
  nodes: [
    {
      nodeId: 'legal',
      type: 'human',
      config: { reviewers: [{ userId: 'maria', mandatory: true }], onReject: { routeToNodeId: 'rework' } },
    },
    { nodeId: 'publish', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
    { nodeId: 'rework', type: 'agent', config: { agentId: '__mock__', urlPath: 'url' } },
  ],
  edges: [{ from: 'legal', to: 'publish' }],
};

export async function playgroundPage(context: Context): Promise<Page> {
  const { site } = context;
  const text = context.given.get('text') ?? JSON.stringify(await startOf(context), null, 2);
  return {
    place: 'definitions',
    title: 'Playground',
    content: html`<p>
        The draft is checked, drawn and simulated as you type. Press Ctrl+Space for completions.
        ${site.may('define') ? 'Drafts are not stored until you save them.' : 'Drafts are not stored: copy the text when you are done.'}
      </p>
      <div class="columns">
        <form id="draft" method="post" action="${site.url('playground')}">
          <label for="text">Definition, as JSON</label>
          <div class="editor">
            <textarea
              id="text"
              name="text"
              spellcheck="false"
              wrap="off"
              rows="30"
              aria-autocomplete="list"
              aria-controls="options"
              data-complete="${site.url('complete')}"
            >
${text}</textarea>
            <ul id="options" role="listbox" aria-label="What can stand here" hidden></ul>
          </div>
          <button class="plain">Check</button>
        </form>
        <div id="preview" aria-live="polite">${await previewOf(context, text)}</div>
      </div>`,
  };
}

/** The stored definition, without server-set fields. */
async function startOf(context: Context): Promise<object> {
  const definitionId = given(context, 'id');
  if (definitionId === undefined) return EXAMPLE;
  const version = Number(given(context, 'version') ?? Number.NaN);
  const [organizationId, documentId] = [given(context, 'organizationId'), given(context, 'documentId')];
  const view = await context.operations.definitions.get({
    definitionId,
    ...(organizationId !== undefined && { organizationId }),
    ...(documentId !== undefined && { documentId }),
    ...(Number.isSafeInteger(version) && version > 0 && { version }),
  });
  const { name, description, scope, nodes, edges, groups, loops } = view;
  const own = Object.fromEntries(Object.entries(scope).filter(([, it]) => it !== null));
  const of = scope.organizationId === null ? null : own;
  const parts = Object.entries({ definitionId, name, description, scope: of, nodes, edges, groups, loops });
  return Object.fromEntries(parts.filter(([, it]) => it !== null));
}

async function previewOf(context: Context, text: string): Promise<Html> {
  let value: unknown;
  try {
    value = JSON.parse(text.slice(0, LIMITS.requestBytes));
  } catch (error) {
    return html`<h2>No JSON yet</h2>
      <p role="status">${messageOf(error)}</p>`;
  }
  const { valid, issues, warnings, compiled } = await context.operations.definitions.validate(value as never);
  const answers = answersOf(context);
  const tried = valid ? simulated(value as Definition, answers, context.now()) : null;
  const run = typeof tried === 'string' ? null : tried;
  return html`<h2>${valid ? 'Valid' : `${issues.length} to fix`}</h2>
    ${findings('Findings', issues)}${findings('Warnings', warnings)}
    ${picture(value, compiled, { issues, warnings, run })} ${run !== null && simulationPart(answers, run)}
    ${
      typeof tried === 'string' &&
      html`<h3>Simulated run</h3>
        <p>The run cannot start: ${tried}</p>`
    }
    ${valid && (await savePart(context, value as Draft))}`;
}

function findings(title: string, issues: readonly IssueView[]): Html | null {
  if (issues.length === 0) return null;
  const items = issues.map(
    (it) => html`<li><code>${it.code}</code> ${it.message} <span class="quiet">${it.path}</span></li>`,
  );
  return html`<h3>${title}</h3>
    <ul>
      ${items}
    </ul>`;
}

interface Said {
  /** The simulated run; null without one. */
  readonly run: Simulation | null;
  readonly issues: readonly IssueView[];
  readonly warnings: readonly IssueView[];
}

/** The drawable part of a draft. */
function picture(value: unknown, compiled: Drawable['compiled'], { issues, warnings, run }: Said): Html {
  const marked = (list: readonly IssueView[], mark: Mark): [string, Mark][] =>
    list.flatMap(({ nodeId }): [string, Mark][] => (nodeId === undefined ? [] : [[nodeId, mark]]));
  const marks = Object.fromEntries([...marked(warnings, 'warning'), ...marked(issues, 'error')]);
  try {
    const svg = drawSvg(
      { ...(value as Drawable), compiled },
      { marks, scheme: 'host', ...(run !== null && { run: run.state }) },
    );
    return drawing(svg, 'Graph of the draft');
  } catch (error) {
    // A draft that cannot be drawn has findings that explain it.
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    return html`<p class="nothing">The draft cannot be drawn yet: ${error.message}</p>`;
  }
}
