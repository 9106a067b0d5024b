/** The one template of the site. */
import type { Section, Source } from './content.js';
import { escapeHtml } from './html.js';
import { type Part, upFrom } from './markdown.js';
import { PLAYGROUND } from './playground/source.js';

export interface PageExtras {
  /** Parts of the page, for the list of its headings. */
  readonly parts?: readonly Part[];
  /** Loads the scripts of the playground, and gives the page the whole width. */
  readonly playground?: boolean;
}

const current = (isHere: boolean): string => (isHere ? ' aria-current="page"' : '');

const link = (to: Source, from: Source): string =>
  `<li><a href="${upFrom(from.path)}${to.path}"${current(to.path === from.path)}>${escapeHtml(to.title)}</a></li>`;

function menu(sections: readonly Section[], page: Source): string {
  return sections
    .map(({ name, pages }) => {
      const isHere = pages.some((it) => it.path === page.path);
      const isOpen = isHere || name === 'Start' || name === 'Guide';
      const items = pages.map((it) => link(it, page)).join('\n');
      const more = name === 'Start' ? link(PLAYGROUND, page) : '';
      return `<details${isOpen ? ' open' : ''}><summary>${name}</summary><ul>${items}${more}</ul></details>`;
    })
    .join('\n');
}

/** Shorter pages need no list of their headings. */
const FEWEST_HEADINGS = 3;
/** More headings than a reader scans; generated pages have hundreds. */
const MOST_HEADINGS = 60;

function contents(parts: readonly Part[]): string {
  const headings = parts.filter((it) => it.depth === 2);
  if (headings.length < FEWEST_HEADINGS || headings.length > MOST_HEADINGS) return '';
  const items = headings.map(
    ({ anchor, name }) => `<li><a href="#${escapeHtml(anchor)}">${escapeHtml(name)}</a></li>`,
  );
  return `<aside class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${items.join('')}</ul></aside>`;
}

/** A half-filled circle: light and dark. */
const THEME_ICON =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor"/></svg>';

function header(page: Source, up: string): string {
  const to = (path: string, name: string) =>
    `<a href="${up}${path}"${current(page.path === path)}>${name}</a>`;
  return `<header>
<a class="home" href="${up}index.html">Approval engine</a>
<nav class="main" aria-label="Main">${to('guide/index.html', 'Guide')} ${to('reference/contract.html', 'Contract')} ${to(PLAYGROUND.path, 'Playground')}</nav>
<div id="searching" class="search" role="search">
<label for="search" class="hidden">Search</label>
<input id="search" type="search" autocomplete="off" placeholder="Search" aria-keyshortcuts="/" data-root="${up}">
<kbd aria-hidden="true">/</kbd>
<ul id="found" aria-label="Found" hidden></ul>
<p id="found-count" role="status"></p>
</div>
<button id="theme" type="button" aria-label="Dark mode" aria-pressed="false" hidden>${THEME_ICON}</button>
</header>`;
}

/** The whole page; its addresses are relative, so that any base path works. */
export function pageHtml(
  page: Source,
  html: string,
  sections: readonly Section[],
  { parts = [], playground = false }: PageExtras,
): string {
  const up = upFrom(page.path);
  const title = page.path === 'index.html' ? page.title : `${page.title} · Approval engine`;
  const assets = playground
    ? `\n<link rel="stylesheet" href="${up}assets/drawing.css">
<link rel="stylesheet" href="${up}assets/playground.css">
<script type="module" src="${up}assets/playground.js"></script>`
    : '';
  return `<!doctype html>
<html lang="en" class="ap-page">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="text/plain" href="${up}llms.txt">
<script src="${up}assets/theme.js"></script>
<link rel="stylesheet" href="${up}assets/tokens.css">
<link rel="stylesheet" href="${up}assets/site.css">
<script type="module" src="${up}assets/site.js"></script>${assets}
</head>
<body${playground ? ' class="wide"' : ''}>
<a class="skip" href="#content">To the text</a>
${header(page, up)}
<nav class="pages" aria-label="Pages">
<button id="menu" type="button" aria-expanded="false" aria-controls="pages">Pages</button>
<div id="pages">
${menu(sections, page)}
</div>
</nav>
<main id="content">
${html}
</main>
${contents(parts)}
</body>
</html>
`;
}
