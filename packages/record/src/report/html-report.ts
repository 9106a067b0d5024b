/** The result as HTML, for `verify.html`. */
import { type Html, html } from '@org/approval-internal/html';
import { seen } from '@org/approval-internal/unseen';
import type { Verified, VerifiedRun } from '../verify/options.js';
import { type Line, detailsOf, runLines, sentenceOf } from './words.js';

/** Most findings and executions on the page. */
const MOST = 500;

export function htmlReportOf(result: Verified, file: string): Html {
  const { verdict, findings, runs } = result;
  const [first = '', ...rest] = result.text.split('\n');
  const [word = '', ...sentence] = first.split(': ');
  const left = findings.length + result.findingsLeftOut - MOST;
  const leftRuns = runs.length + result.runsLeftOut - MOST;
  return html`<article class="result ${verdict}">
    <h2><span class="verdict">${seen(word)}</span> ${seen(file)}</h2>
    <p class="meaning">${seen(sentence.join(': '))}</p>
    <ul class="notes">
      ${rest.map((it) => html`<li>${seen(it)}</li>`)}
    </ul>
    ${findings.length > 0 && html`<h3>What speaks against it</h3>`}
    <ul class="findings">
      ${findings.slice(0, MOST).map(
        (it) =>
          html`<li>
            <strong>${it.verdict}</strong>
            ${it.run !== null && html`<code>${seen(it.run)}</code>`} ${it.seq !== null && `event ${it.seq}`}
            ${seen(it.message)}
          </li>`,
      )}
      ${left > 0 && html`<li>… and ${left} more</li>`}
    </ul>
    ${runs.slice(0, MOST).map(runHtml)} ${leftRuns > 0 && html`<p>… and ${leftRuns} more executions</p>`}
  </article>`;
}

const runHtml = (run: VerifiedRun): Html =>
  html`<section class="run">
    <h3><code>${seen(run.run)}</code> <span class="small ${run.verdict}">${run.verdict}</span></h3>
    ${lines(runLines(run))} ${run.decisions.length === 0 && html`<p>No decision was recorded.</p>`}
    <ol class="decisions">
      ${run.decisions.map(
        (it) =>
          html`<li>
            <h4>${sentenceOf(it)}</h4>
            ${lines(detailsOf(it, run))}
          </li>`,
      )}
    </ol>
  </section>`;

const lines = (of: readonly Line[]): Html =>
  html`<dl>
    ${of.map(
      ({ label, text }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
