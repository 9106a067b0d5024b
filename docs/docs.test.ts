/**
 * Every code block of the documentation and every example of a docstring runs, and prints what it
 * says.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { modules, writeModules } from '../scripts/docs.mjs';
import { anchorOf } from '../scripts/reference/shape.js';

const root = fileURLToPath(new URL('..', import.meta.url));

beforeEach(() => {
  // Environment of the pages.
  vi.stubEnv('WEBHOOK_SECRET', 'a-secret-for-the-pages');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('code blocks', () => {
  test.each(writeModules())('$title', async ({ module, expected }) => {
    const printed: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => printed.push(format(...values)));
    await import(/* @vite-ignore */ module);
    expect(printed).toEqual(expected);
  });
});

const isPage = (link: string): boolean => link === '' || (link.endsWith('.md') && !/^[a-z]+:/.test(link));

/** Anchors of the headings of a page; repeated headings get a number. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let count = 1;
    while (anchors.has(count === 1 ? anchor : `${anchor}-${count - 1}`)) count += 1;
    anchors.add(count === 1 ? anchor : `${anchor}-${count - 1}`);
  }
  return anchors;
}

describe('links and commands', () => {
  const scripts = Object.keys(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
  );
  const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`);
  const prose = ['CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', ...written];
  const pages = modules()
    .map((it) => it.file)
    .filter((it) => it.endsWith('.md'));
  const files = [...new Set([...pages, ...prose])];

  test.each(files)('%s leads somewhere', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
    const anchored = [...text.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)].filter(([, link = '']) =>
      isPage(link),
    );
    const missing = anchored.filter(([, link = '', anchor = '']) => {
      const target = link === '' ? file : join(dirname(file), link);
      return !anchorsOf(target).has(anchor);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
    const commands = [...text.matchAll(/npm (?:run )?(?:-s )?([a-z:]+)/g)].map((match) => match[1] ?? '');
    const known = [...scripts, 'install', 'ci', 'run', 'i', 'pack', 'publish'];
    expect(commands.filter((command) => !known.includes(command))).toEqual([]);
  });
});
