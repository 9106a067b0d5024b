/** What is around every page. */
import { type Html, html } from './html.js';
import type { Site } from './site.js';

const PLACES = [
  ['runs', 'Runs'],
  ['inbox', 'Inbox'],
  ['definitions', 'Definitions'],
  ['deliveries', 'Deliveries'],
  ['operations', 'Operations'],
] as const;

/** The entry of the list of pages that is marked; of the host's own pages their name. */
export type Place = (typeof PLACES)[number][0] | (string & {});

export function page(site: Site, place: Place, title: string, content: Html): Html {
  const links = [...PLACES, ...site.own].map(
    ([name, label]) =>
      html`<li>
        <a href="${site.url(name)}" ${name === place ? html`aria-current="page"` : null}>${label}</a>
      </li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Approvals</title>
        <link rel="stylesheet" href="${site.url('style.css')}" />
        <script src="${site.url('script.js')}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <p class="brand">Approvals</p>
          <nav aria-label="Pages">
            <ul>
              ${links}
            </ul>
          </nav>
          ${site.subject !== '' && html`<p class="who">${site.workspaceId} · <bdi>${site.subject}</bdi></p>`}
        </header>
        <p id="away" role="alert" hidden>
          What is below may be out of date: the server did not answer, or not with this page.
        </p>
        <main id="content">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}
