/** The frame of every page. */
import { type Html, html } from './html.js';
import type { Site } from './site.js';

const PLACES = [
  ['runs', 'Runs'],
  ['inbox', 'Inbox'],
  ['definitions', 'Definitions'],
  ['deliveries', 'Deliveries'],
  ['operations', 'Operations'],
] as const;

/** The marked entry of the navigation; for pages of the host their name. */
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
          The content below may be out of date: the server did not respond with this page.
        </p>
        <main id="content">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}
