/** Renders Markdown as HTML: heading anchors, site links, scrolling tables and code. */
import { Marked, type Tokens } from 'marked';
import { anchorOf } from '../reference/shape.js';
import { type Source, isFolder } from './content.js';
import { escapeHtml } from './html.js';
import { sitePath, withLinks } from './paths.mjs';

/** Relative path from a page to the root of the site: `../` for each folder. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1);

/** A searchable part of a page. */
export interface Part {
  readonly anchor: string;
  /** Level of its heading, from 1. */
  readonly depth: number;
  /** Heading without the title of the page. */
  readonly name: string;
  readonly heading: string;
  readonly text: string;
}

const codeBlock = (text: string, label: string) =>
  `<pre tabindex="0" role="group" aria-label="${label}"><code>${escapeHtml(text)}</code></pre>\n`;

export const codePage = ({ title, text }: Source): string =>
  `<h1>${escapeHtml(title)}</h1>\n${codeBlock(text, 'Source')}`;

/** The page as HTML, and its parts for the search. */
export function render({ file, path, text, title }: Source): { html: string; parts: Part[] } {
  const used = new Map<string, number>();
  const headings: { anchor: string; depth: number; heading: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: raw }: Tokens.Heading) {
        const heading = raw.replaceAll(/[`*]/g, '');
        const plain = anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
        const count = used.get(plain) ?? 0;
        used.set(plain, count + 1);
        const anchor = count === 0 ? plain : `${plain}-${count}`;
        headings.push({ anchor, depth, heading: heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1') });
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      code: ({ text: code, lang = '' }: Tokens.Code) => codeBlock(code, `Code ${escapeHtml(lang)}`.trim()),
      table(token: Tokens.Table) {
        const cell = (it: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(it.tokens)}</${tag}>`;
        // An empty heading is not announced by screen readers.
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((it) => cell(it, it.text === '' ? 'td' : tag)).join('')}</tr>`;
        // A table without headings has no header row.
        const hasHead = token.header.some((it) => it.text !== '');
        const head = hasHead ? `<thead>${row(token.header, 'th')}</thead>` : '';
        const body = token.rows.map((it) => row(it, 'td')).join('\n');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const linked = withLinks(file, text, isFolder, (target) => upFrom(path) + sitePath(target));
  const html = marked.parse(linked, { async: false });
  const texts = text.split(/^#{1,6} .*$/m).slice(1);
  const parts = headings.map(({ anchor, depth, heading }, index) => ({
    ...{ anchor, depth, name: heading },
    heading: heading === title ? title : `${title}: ${heading}`,
    text: (texts[index] ?? '').replaceAll(/[`*|#[\]()-]+/g, ' ').slice(0, 1_500),
  }));
  return { html, parts };
}
