/** What `approval dev` adds to the inspector: the files of the folder, and the mails that were not sent. */
import { type Html, type OwnPage, html } from '@org/approval-inspector';
import { codeFrame } from '../files/locate.js';
import type { Finding } from '../report/finding.js';
import type { KeptFile } from './folder.js';
import type { SunkMail } from './mails.js';

/** What became of the last reading of the folder. */
export interface Reading {
  readonly folder: string;
  readonly files: readonly KeptFile[];
  /** Why the folder could not be read; null: it could. */
  readonly fault: string | null;
}

export const filesPage = (reading: () => Reading): OwnPage => ({
  label: 'Files',
  content: () => {
    const { folder, files, fault } = reading();
    if (fault !== null) return html`<p role="alert">${folder}: ${fault}</p>`;
    if (files.length === 0)
      return html`<p class="nothing">
        ${folder} has no definition yet. Write one as JSON, or as a module that exports it; it is here once it
        is saved.
      </p>`;
    return html`<p>
        Read again as they change. What has errors is not kept: runs go on with the version before.
      </p>
      ${files.map(fileOf)}`;
  },
});

function fileOf({ file, findings, kept }: KeptFile): Html {
  const errors = findings.filter((it) => it.severity === 'error').length;
  const sign = errors > 0 ? 'failed' : 'completed';
  return html`<section>
    <h2><span class="status status-${sign}">${errors > 0 ? '✗' : '✓'}</span> ${file}</h2>
    <p class="facts">
      ${kept.map(
        ({ definitionId, version }) =>
          html`<a href="/definition?id=${encodeURIComponent(definitionId)}">${definitionId} v${version}</a>`,
      )}
      ${findings.length === 0 && 'nothing to mend'}
    </p>
    ${findings.map(findingOf)}
  </section>`;
}

const findingOf = (it: Finding): Html =>
  html`<p>
      <strong>${it.severity}</strong> <code>${it.code}</code> ${it.message}
      <span class="quiet">line ${it.line}${it.path === '' ? '' : `, ${it.path}`}</span>
    </p>
    ${it.text !== '' && html`<pre tabindex="0">${codeFrame(it.text, it)}</pre>`}`;

export const mailsPage = (mails: () => readonly SunkMail[]): OwnPage => ({
  label: 'Mails',
  content: () => {
    const all = mails();
    if (all.length === 0)
      return html`<p class="nothing">
        No mail yet. Start a run of a definition with people in it: what would be sent to them is here, and
        nobody else gets it.
      </p>`;
    return html`<p>Sent to nobody: this is what the templates make. The newest is on top.</p>
      <ul class="steps">
        ${all.map((it, index) => mailOf(it, index === 0))}
      </ul>`;
  },
});

const mailOf = ({ to, at, subject, text, url, executionId }: SunkMail, isNewest: boolean): Html => {
  const time = new Date(at).toISOString();
  return html`<li>
    <details ${isNewest ? html`open` : null}>
      <summary>
        <strong>${to}</strong> ${subject} <time class="quiet" datetime="${time}">${time.slice(11, 19)}</time>
      </summary>
      <pre tabindex="0">${text}</pre>
      <p class="facts">
        <a class="button" href="${url}">Open its link, as ${to}</a>
        <a href="/run?id=${encodeURIComponent(executionId)}">The run</a>
      </p>
    </details>
  </li>`;
};
