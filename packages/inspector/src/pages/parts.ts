/** Common parts of pages. Tables have explicit roles, which stay when phones show rows as cards. */
import { LIMITS } from '@org/approval-core';
import { type Html, type Part, html } from '../html/html.js';
import type { Site } from '../html/site.js';

export function table(name: string, head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${head.map((it) => html`<th scope="col" role="columnheader">${it}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(
          (row) =>
            html`<tr role="row">
              ${row.map((cell, index) => cellOf(head[index] ?? '', cell))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** On a phone the name of the column stands above the value; empty cells are left out. */
const cellOf = (name: string, cell: Part): Html =>
  html`<td role="cell" data-name="${name}" ${cell === '' ? html`class="empty"` : null}>
    <div>${cell}</div>
  </td>`;

/** Longer ids may break; shorter ones do not. */
const SHORT = 28;

export const idOf = (text: string): Html =>
  text.length > SHORT ? html`${text}` : html`<span class="id">${text}</span>`;

export const nothing = (said: Part): Html => html`<p class="nothing">${said}</p>`;

/** The link to the next page of a listing, with the same filters. */
export function more(site: Site, path: string, given: URLSearchParams, cursor: string | null): Html | null {
  if (cursor === null) return null;
  const url = site.url(path, { ...Object.fromEntries(given), cursor });
  return html`<p><a class="button" rel="next" href="${url}">Older</a></p>`;
}

export function choice(
  label: string,
  name: string,
  values: readonly string[],
  chosen: string | undefined,
): Html {
  const options = values.map(
    (it) =>
      html`<option value="${it}" ${it === chosen ? html`selected` : null}>${it === '' ? 'any' : it}</option>`,
  );
  return html`<label
    >${label}
    <select name="${name}">
      ${options}
    </select></label
  >`;
}

/** A choice with labels that differ from its values; the empty value is `any`. */
export function labelled(
  label: string,
  name: string,
  values: readonly (readonly [value: string, label: string])[],
  chosen: string | null,
): Html {
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">any</option>
      ${values.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`,
      )}
    </select></label
  >`;
}

/** Browsers cut silently at this length, in UTF-16 code units, up to two for a character. */
export const unitsOf = (characters: number): number => 2 * characters;

export const field = (label: string, name: string, value: string | undefined): Html =>
  html`<label
    >${label}
    <input
      name="${name}"
      value="${value ?? ''}"
      maxlength="${unitsOf(LIMITS.actorLength)}"
      autocomplete="off"
  /></label>`;

/**
 * First button of a form: Enter presses it, and since it is disabled, no action runs by accident.
 */
export const NO_DEFAULT: Html = html`<button disabled hidden></button>`;
