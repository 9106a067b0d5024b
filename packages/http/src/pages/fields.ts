/** Fields of forms, with their labels and errors. */
import type { TextKey } from '@org/approval-core/texts';
import { type Html, html } from '@org/approval-internal/html';
import { icon } from './icons.js';
import type { View } from './look.js';
import { line } from './words.js';

/** An error at a field; an empty path is about the whole form. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

const isMissing = ({ message }: Fault): boolean => /\bis missing\b|\brequired\b/.test(message);

export const fault = (faults: readonly Fault[], path: string): Fault | null =>
  faults.find((it) => it.path === path) ?? null;

/** All errors at once, with links to their fields. */
export function faultList(
  { texts }: View,
  faults: readonly Fault[],
  labels: ReadonlyMap<string, string>,
): Html | null {
  if (faults.length === 0) return null;
  // In the order of the fields, as they are corrected.
  const order = [...labels.keys()];
  const sorted = faults.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  return html`<div class="ap-note" data-tone="no" role="alert">
    ${icon('alert')}
    <div>
      <b>${texts.say('fault.title', { count: faults.length })}</b>
      <ul>
        ${sorted.map((it) => {
          const label = labels.get(it.path);
          const text = saidOf(texts, it);
          if (label === undefined) return html`<li>${text}</li>`;
          return html`<li>
            <a class="ap-alone" href="#${it.path}"><bdi>${line(label)}</bdi>: ${text}</a>
          </li>`;
        })}
      </ul>
    </div>
  </div>`;
}

/** Messages of the engine are English. */
const saidOf = (texts: View['texts'], it: Fault): Html =>
  isMissing(it)
    ? html`${texts.say('fault.missing')}`
    : html`<span lang="en" dir="auto">${line(it.message)}</span>`;

export interface Labelled {
  readonly id: string;
  readonly label: Html;
  readonly fault: Fault | null;
  /** Explains the field; null without one. */
  readonly hint?: Html | null;
}

/** A field with its label, its hint and its error. */
export function field(
  { texts }: View,
  { id, label, fault: wrong, hint = null }: Labelled,
  control: (invalid: Html) => Html,
): Html {
  const described = [hint !== null && `${id}-hint`, wrong !== null && `${id}-fault`].filter(
    (it) => it !== false,
  );
  const about = described.length > 0 && html` aria-describedby="${described.join(' ')}"`;
  const invalid = html`${wrong !== null && html` aria-invalid="true"`}${about}`;
  return html`<div class="ap-field">
    <label for="${id}">${label}</label>${control(invalid)}
    ${hint !== null && html`<p class="ap-hint" id="${id}-hint">${hint}</p>`}
    ${
      wrong !== null &&
      html`<p class="ap-fault" id="${id}-fault">
        ${icon('alert')}<span>${texts.say(isMissing(wrong) ? 'fault.missing' : 'fault.other')}</span>
      </p>`
    }
  </div>`;
}

export const need = ({ texts }: View, key: TextKey): Html =>
  html` <span class="ap-need">${texts.say(key)}</span>`;

interface Control {
  readonly id: string;
  readonly given: string;
  readonly invalid: Html;
}

interface Select extends Control {
  readonly options: readonly (readonly [value: string, label: string])[];
}

export const select = ({ texts }: View, { id, given, invalid, options }: Select): Html =>
  html`<select class="ap-input" id="${id}" name="${id}" ${invalid}>
    <option value="">${texts.say('answer.option')}</option>
    ${options.map(
      ([value, label]) =>
        html`<option value="${value}" ${value === given && html` selected`}>${line(label)}</option>`,
    )}
  </select>`;

interface Typed extends Control {
  /** Number of UTF-16 units, after which browsers cut input off. */
  readonly most: number;
}

export function input({ id, given, invalid, most, isNumber }: Typed & { readonly isNumber: boolean }): Html {
  const kind = isNumber ? html` inputmode="decimal"` : html` dir="auto"`;
  const size = html`maxlength="${most}" value="${given}"`;
  return html`<input
    class="ap-input"
    id="${id}"
    name="${id}"
    autocomplete="off"
    ${size}
    ${kind}${invalid}
  />`;
}

/** The line break behind the tag is not part of the value. */
export const area = ({ id, given, invalid, most }: Typed): Html =>
  html`<textarea class="ap-input" id="${id}" name="${id}" dir="auto" maxlength="${most}" rows="3" ${invalid}>
${given}</textarea>`;
