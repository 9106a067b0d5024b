/** https://llmstxt.org: an index for programs, and everything in one file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../release/manifests.mjs';
import type { Section } from './content.js';

/** Sections about the project itself, which are left out of the one file. */
const NOT_FOR_PROGRAMS = new Set(['Decisions', 'More', 'Examples']);

/** First sentence of the first paragraph; empty for a page that begins with a table or code. */
export function summaryOf(markdown: string): string {
  const [, ...blocks] = markdown.replace(/^---\n[^]*?\n---\n/, '').split(/\n{2,}/);
  const [first = ''] = blocks;
  if (/^([|#>`!<-]|\d+\.)/.test(first.trim())) return '';
  const plain = first.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
  return (/^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain).trim();
}

export function llmsFiles(all: readonly Section[]): Readonly<Record<string, string>> {
  const { description = '' } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    description?: string;
  };
  const entry = ({ title, path, text }: Section['pages'][number]) => {
    const summary = summaryOf(text);
    return `- [${title}](${path})${summary === '' ? '' : `: ${summary}`}`;
  };
  const index = all.map(({ name, pages }) => `## ${name}\n\n${pages.map(entry).join('\n')}\n`);
  const full = all
    .filter((it) => !NOT_FOR_PROGRAMS.has(it.name))
    .flatMap((it) => it.pages.map(({ path, text }) => `<!-- ${path} -->\n\n${text}`));
  return {
    'llms.txt': `# Approval engine\n\n> ${description}. Everything in one file: [llms-full.txt](llms-full.txt)\n\n${index.join('\n')}`,
    'llms-full.txt': full.join('\n\n'),
  };
}
