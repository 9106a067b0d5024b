/** The frame of a page, and the headers of its answer. */
import { type Html, html, madeOf, textOf } from '@org/approval-internal/html';
import type { HttpResponse } from '@org/approval-internal/http';
import { type Look, type View, brandLine } from './look.js';
import { line } from './words.js';

/** A page without its frame. */
export interface PageBody {
  readonly title: string;
  readonly content: Html;
}

/** Links of the frame; null on pages of links, which lead nowhere else. */
export interface Frame {
  readonly url: (path: string, query?: Readonly<Record<string, string>>) => string;
  readonly place: 'inbox' | 'absence' | '';
  /** Address of the live stream; null without one. */
  readonly live: string | null;
}

export function documentOf(look: Look, view: View, frame: Frame | null, body: PageBody): string {
  const { texts } = view;
  // The Content-Security-Policy has the hash of exactly this text, without white space around it.
  const style = madeOf(`<style>${look.css}</style>`);
  const page = html`<html lang="${texts.locale}" dir="${texts.direction}" class="ap-page">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>${line(body.title)}</title>
      ${style} ${frame !== null && html`<script src="${frame.url('script.js')}" defer></script>`}
    </head>
    <body class="ap">
      <a class="ap-skip" href="#main">${texts.say('nav.skip')}</a>
      <header class="dp-top">${brandLine(look.brand)}${frame !== null && navigation(view, frame)}</header>
      <main id="main" tabindex="-1" ${attribute('data-live', frame?.live ?? null)}>${body.content}</main>
    </body>
  </html>`;
  return `<!doctype html>\n${textOf(page)}`;
}

/** An attribute with its name; empty without a value. */
export const attribute = (name: string, value: string | null): Html =>
  value === null ? html`` : html` ${madeOf(name)}="${value}"`;

const PLACES = [
  ['inbox', ''],
  ['absence', 'absence'],
] as const;

function navigation({ texts }: View, { url, place }: Frame): Html {
  return html`<nav class="ap-tabs" aria-label="${texts.say('nav.label')}">
    ${PLACES.map(
      ([name, path]) =>
        html`<a href="${url(path)}" ${attribute('aria-current', place === name ? 'page' : null)}
          >${texts.say(`nav.${name}`)}</a
        >`,
    )}
  </nav>`;
}

/**
 * Headers of every page: not cached, not indexed, not framed, nothing from elsewhere. The address
 * of a link is a secret, so its page sends no referrer; a page with a sign-in sends its origin with
 * its forms, which tell them apart from those of other sites.
 */
export const headersOf = (look: Look, kind: 'link' | 'signed-in'): Record<string, string> => ({
  'cache-control': 'no-store',
  'referrer-policy': kind === 'link' ? 'no-referrer' : 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'content-security-policy': `default-src 'none'; style-src ${look.styleSource};${
    kind === 'link' ? '' : " script-src 'self'; connect-src 'self';"
  } base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
});

export const pageAnswer = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});

/** Headers of an error that its page keeps. */
export function keptHeaders({ headers: { allow, 'retry-after': retryAfter } }: HttpResponse) {
  return { ...(allow && { allow }), ...(retryAfter && { 'retry-after': retryAfter }) };
}
