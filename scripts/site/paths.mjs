/** Site path of a repository file. Packed READMEs link by the same rule. */
import { posix } from 'node:path';

/** A link or HTML picture: the part before the address, the address, and the fragment. */
const LINK = /(\]\(|<img src=")([^)"#\s]*)(#[^)\s]*)?(?=[)"\s])/g;

/**
 * `docs/guide/loops.md` is `guide/loops.html`, a README is the index of its folder, a picture keeps
 * its name, and any other file is shown on a page: `examples/express/main.ts` on
 * `examples/express/main.ts.html`.
 */
export function sitePath(file) {
  const path = file.replace(/^docs\//, '');
  if (/\.(png|svg)$/.test(path)) return path;
  if (!path.endsWith('.md')) return `${path}.html`;
  return path.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
}

/** Repository file that a link of `file` refers to; null for other targets. */
function linkedFile(file, link, isFolder) {
  if (/^[a-z]+:/.test(link)) return null;
  const target = posix.normalize(posix.join(posix.dirname(file), link)).replace(/\/$/, '');
  return isFolder(target) ? posix.join(target, 'README.md') : target;
}

/** Rewrites links to repository files by `address`, except in code. */
export function withLinks(file, text, isFolder, address) {
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(LINK, (whole, before, link, anchor = '') => {
            const target = link === '' ? null : linkedFile(file, link, isFolder);
            return target === null ? whole : `${before}${address(target)}${anchor}`;
          }),
    )
    .join('');
}
