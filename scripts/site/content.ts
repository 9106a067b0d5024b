/** The files of the site: Markdown pages, and the linked pictures and code. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publicPackages, root } from '../release/manifests.mjs';
import { sitePath, withLinks } from './paths.mjs';

export interface Source {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Path from the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** A heading of the menu, and the pages below it. */
export interface Section {
  readonly name: string;
  readonly pages: readonly Source[];
}

export const isFolder = (file: string): boolean =>
  existsSync(join(root, file)) && statSync(join(root, file)).isDirectory();

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const titleOf = (text: string): string => /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';

const sourceOf = (file: string): Source => {
  const text = read(file);
  return { file, path: sitePath(file), title: titleOf(text), text };
};

function linksOf({ file, text }: Source): string[] {
  const found: string[] = [];
  withLinks(file, text, isFolder, (target) => {
    found.push(target);
    return target;
  });
  return found;
}

const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((it) => it.replaceAll('\\', '/'))
    .filter((it) => it.endsWith('.md') && it !== 'README.md')
    .sort()
    .map((it) => `${folder}/${it}`);

/** Pages in the order of the listing page; others come last. */
function inOrderOf(list: Source, files: readonly string[]): Source[] {
  const order = linksOf(list);
  const rank = (file: string) => (order.includes(file) ? order.indexOf(file) : order.length);
  return [...files].sort((one, other) => rank(one) - rank(other)).map(sourceOf);
}

export function sections(): Section[] {
  const guide = sourceOf('docs/guide/README.md');
  const examples = readdirSync(join(root, 'examples')).map((it) => `examples/${it}/README.md`);
  const more = ['docs/reliability.md', 'docs/performance.md', 'SECURITY.md', 'ARCHITECTURE.md'];
  return [
    { name: 'Start', pages: [sourceOf('README.md')] },
    { name: 'Guide', pages: [guide, ...inOrderOf(guide, markdownIn('docs/guide'))] },
    { name: 'Reference', pages: markdownIn('docs/reference').map(sourceOf) },
    { name: 'Packages', pages: publicPackages().map((it) => sourceOf(`${it}/README.md`)) },
    { name: 'Examples', pages: examples.filter((it) => existsSync(join(root, it))).map(sourceOf) },
    { name: 'More', pages: [...more, 'CONTRIBUTING.md', 'CHANGELOG.md'].map(sourceOf) },
    { name: 'Decisions', pages: ['docs/decisions/README.md', ...markdownIn('docs/decisions')].map(sourceOf) },
  ];
}

/** A list of files, for a linked folder without README. */
function listOf(readme: string): Source | null {
  const folder = dirname(readme);
  if (!readme.endsWith('/README.md') || !isFolder(folder)) return null;
  const files = readdirSync(join(root, folder)).filter((it) => !isFolder(`${folder}/${it}`));
  const text = `# ${folder}\n\n${files.map((it) => `- [${it}](${it})`).join('\n')}\n`;
  return { file: readme, path: sitePath(readme), title: folder, text };
}

/** Linked files that are not pages yet, including those linked from Markdown among them. */
export function linkedFiles(pages: readonly Source[]): {
  code: Source[];
  pictures: string[];
  more: Source[];
} {
  const known = new Set(pages.map((it) => it.file));
  const found = new Set<string>();
  const waiting = [...pages];
  const more: Source[] = [];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop())
    for (const file of linksOf(page)) {
      if (known.has(file) || found.has(file)) continue;
      const isThere = existsSync(join(root, file));
      const source = isThere && file.endsWith('.md') ? sourceOf(file) : isThere ? null : listOf(file);
      if (isThere || source !== null) found.add(file);
      if (source === null) continue;
      more.push(source);
      waiting.push(source);
    }
  const pictures = [...found].filter((it) => /\.(png|svg)$/.test(it));
  const code = [...found].filter((it) => !/\.(png|svg|md)$/.test(it));
  return {
    code: code.map((file) => ({ file, path: sitePath(file), title: file, text: read(file) })),
    pictures,
    more,
  };
}
