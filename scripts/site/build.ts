/** `npm run docs:site -- FOLDER`: writes the site as static files; `.cache/site` by default. */
import MiniSearch from 'minisearch';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../release/manifests.mjs';
import { type Source, linkedFiles, sections } from './content.js';
import { llmsFiles } from './llms.js';
import { codePage, render } from './markdown.js';
import { sitePath } from './paths.mjs';
import { drawingStyles, playgroundHtml, playgroundScript } from './playground/page.js';
import { PLAYGROUND } from './playground/source.js';
import { type PageExtras, pageHtml } from './template.js';

const ASSETS = fileURLToPath(new URL('assets/', import.meta.url));
const TOKENS = join(root, 'examples/design/tokens.css');

function put(folder: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Writes the site and removes previous contents of the folder. */
export function buildSite(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const all = sections();
  const pages = all.flatMap((it) => it.pages);
  const { code, pictures, more } = linkedFiles(pages);
  const search = new MiniSearch({
    fields: ['heading', 'text'],
    storeFields: ['heading', 'href', 'section'],
  });

  const write = (page: Source, html: string, extra: PageExtras = {}) =>
    put(folder, page.path, pageHtml(page, html, all, extra));
  for (const page of [...pages, ...more]) {
    const { html, parts } = render(page);
    write(page, html, { parts });
    const section = all.find((it) => it.pages.includes(page))?.name ?? 'More';
    for (const { anchor, heading, text } of parts) {
      const href = `${page.path}#${anchor}`;
      search.add({ id: href, href, heading, text, section });
    }
  }
  for (const page of code) write(page, codePage(page));
  const { path: href, title: heading, text } = PLAYGROUND;
  search.add({ id: href, href, heading, text, section: 'Start' });
  write(PLAYGROUND, playgroundHtml(), { playground: true });
  put(folder, 'assets/playground-engine.js', playgroundScript());
  put(folder, 'assets/drawing.css', drawingStyles());
  for (const file of pictures) cpSync(join(root, file), join(folder, sitePath(file)));
  for (const [path, text] of Object.entries(llmsFiles(all))) put(folder, path, text);

  put(folder, 'assets/search.json', JSON.stringify(search));
  cpSync(TOKENS, join(folder, 'assets/tokens.css'));
  cpSync(ASSETS, join(folder, 'assets'), { recursive: true });
  cpSync(join(root, 'node_modules/minisearch/dist/es/index.js'), join(folder, 'assets/minisearch.js'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, '.cache', 'site'));
  buildSite(folder);
  console.log(`The site is in ${folder}; any server of files serves it.`);
}
