/** Pages that `approval dev` adds to the inspector: the files, and the mails in the sink. */
import { type Html, type OwnPage, html } from '@org/approval-inspector';
import { codeFrame } from '../files/locate.js';
import type { Finding } from '../report/finding.js';
import type { KeptFile } from './folder.js';
import type { SunkMail } from './mails.js';

/** Result of the last reading of the folder. */
export interface Reading {
  readonly folder: string;
  readonly files: readonly KeptFile[];
  /** Reason that the folder could not be read; null when it could. */
  readonly fault: string | null;
}

export const filesPage = (reading: () => Reading): OwnPage => ({
  label: 'Files',
  content: () => {
    const { folder, files, fault } = reading();
    if (fault !== null) return html`<p role="alert">${folder}: ${fault}</p>`;
    if (files.length === 0)
      return html`<p class="nothing">
        ${folder}has no definitions yet. Write one as JSON, or as a module that exports it, and it appears
        once it is saved.
      </p>`;
    return html`<p>Files are reloaded on change. Invalid ones are skipped: runs keep the previous version.</p>
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
      ${findings.length === 0 && 'nothing to fix'}
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
        No mails yet. Start a run of a definition with reviewers: their mails appear here and are not sent.
      </p>`;
    return html`<p>These mails were rendered by the templates and not sent. The newest is on top.</p>
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
