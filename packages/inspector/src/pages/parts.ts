/** What several pages have. The roles of tables are written out: on a phone their rows are drawn as cards, and stay rows. */
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

/** On a phone it stands below the name of its column; what is empty is left out there. */
const cellOf = (name: string, cell: Part): Html =>
  html`<td role="cell" data-name="${name}" ${cell === '' ? html`class="empty"` : null}>
    <div>${cell}</div>
  </td>`;

/** Longer ids break where they must; short ones never do. */
const SHORT = 28;

export const idOf = (text: string): Html =>
  text.length > SHORT ? html`${text}` : html`<span class="id">${text}</span>`;

export const nothing = (said: Part): Html => html`<p class="nothing">${said}</p>`;

/** The way to the next page of a listing, with the filters as they are. */
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

/** A choice whose values are called otherwise; the empty one is `any`. */
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

/** Browsers cut off in silence what is longer, and count units of UTF-16, of which a character has up to two. */
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
 * First in a form of several buttons: Enter in a field presses the first one, and none of these may be pressed by accident. One
 * that is disabled does nothing.
 */
export const NO_DEFAULT: Html = html`<button disabled hidden></button>`;
