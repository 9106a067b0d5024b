/** Texts from people on a page: characters that cannot be seen, or that move others, are shown. */
import { type Html, html } from '@org/approval-internal/html';
import { seen } from '@org/approval-internal/unseen';

/** A text of several lines. */
export const words = (text: string): Html => html`${seen(text, { lines: true })}`;

/** A text of one line. */
export const line = (text: string): Html => html`${seen(text)}`;

/** A value as a page shows it: texts as `line`. */
export const cellOf = (value: string | number): Html =>
  typeof value === 'string' ? line(value) : html`${value}`;
