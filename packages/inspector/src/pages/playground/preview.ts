/**
 * Findings, picture and simulated run of a draft. The inspector makes it on the server; the
 * playground of the documentation site makes it in the browser.
 */
import { type Definition, LIMITS } from '@org/approval-core';
import type { SimulatedAnswer, Simulation } from '@org/approval-core/interpreter';
import type { IssueView } from '@org/approval-core/views';
import { type Drawable, type Mark, drawSvg } from '@org/approval-draw';
import { messageOf } from '@org/approval-internal/errors';
import { type JsonValue, fromJson } from '@org/approval-internal/json';
import { type Html, drawing, html } from '../../html/html.js';
import { simulated, simulationPart } from './simulation.js';

/** Result of the linter. */
export interface Checked {
  readonly valid: boolean;
  readonly issues: readonly IssueView[];
  readonly warnings: readonly IssueView[];
  readonly compiled: Drawable['compiled'];
}

export interface PreviewOptions {
  /** Decisions of the simulated run so far. */
  readonly answers: readonly SimulatedAnswer[];
  /** Time of the simulated run, in ms since the epoch. */
  readonly now: number;
  /** Shows where a finding is; its path by default. */
  readonly position?: (finding: IssueView) => Html;
}

/** Parses a draft, up to the size of a request. */
export function draftIn(text: string): { readonly value: JsonValue } | { readonly fault: string } {
  try {
    return { value: fromJson(text.slice(0, LIMITS.requestBytes)) };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

export const faultPart = (fault: string, position: Html | null = null): Html =>
  html`<h2>Not valid JSON yet</h2>
    <p role="status">${fault} ${position}</p>`;

export function previewPart(value: JsonValue, checked: Checked, options: PreviewOptions): Html {
  const { valid, issues, warnings } = checked;
  const { answers, now, position = pathOf } = options;
  const tried = valid ? simulated(value as unknown as Definition, answers, now) : null;
  const run = typeof tried === 'string' ? null : tried;
  return html`<h2>${valid ? 'Valid' : `${issues.length} to fix`}</h2>
    ${findings('Findings', issues, position)}${findings('Warnings', warnings, position)}
    ${picture(value, checked, run)} ${run !== null && simulationPart(answers, run)}
    ${
      typeof tried === 'string' &&
      html`<h3>Simulated run</h3>
        <p>The run cannot start: ${tried}</p>`
    }`;
}

const pathOf = ({ path }: IssueView): Html => html`<span class="quiet">${path}</span>`;

function findings(
  title: string,
  issues: readonly IssueView[],
  position: (finding: IssueView) => Html,
): Html | null {
  if (issues.length === 0) return null;
  const items = issues.map((it) => html`<li><code>${it.code}</code> ${it.message} ${position(it)}</li>`);
  return html`<h3>${title}</h3>
    <ul>
      ${items}
    </ul>`;
}

/** The drawable part of a draft. */
function picture(value: unknown, { compiled, issues, warnings }: Checked, run: Simulation | null): Html {
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
