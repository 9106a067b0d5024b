/** The one template of the site. */
import type { Section, Source } from './content.js';
import { escapeHtml, upFrom } from './markdown.js';

const link = (to: Source, from: Source): string => {
  const here = to.path === from.path ? ' aria-current="page"' : '';
  return `<li><a href="${upFrom(from.path)}${to.path}"${here}>${escapeHtml(to.title)}</a></li>`;
};

function menu(sections: readonly Section[], page: Source): string {
  return sections
    .map(({ name, pages }) => {
      const isHere = name === 'Start' || name === 'Guide' || pages.some((it) => it.path === page.path);
      const items = pages.map((it) => link(it, page)).join('\n');
      return `<details${isHere ? ' open' : ''}><summary>${name}</summary><ul>${items}</ul></details>`;
    })
    .join('\n');
}

/** The whole page; its addresses are relative, so that any base path works. */
export function pageHtml(page: Source, html: string, sections: readonly Section[]): string {
  const up = upFrom(page.path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}assets/site.css">
<script type="module" src="${up}assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="${up}index.html">Approval engine</a>
<div class="search" role="search">
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" data-root="${up}">
<ul id="found" aria-label="Found" hidden></ul>
<p id="found-count" role="status"></p>
</div>
</header>
<nav aria-label="Pages">
<button id="menu" type="button" aria-expanded="false" aria-controls="pages">Pages</button>
<div id="pages">
${menu(sections, page)}
</div>
</nav>
<main id="content">
${html}
</main>
</body>
</html>
`;
}
