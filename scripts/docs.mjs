/**
 * Extracts the code blocks of the documentation to `.cache/docs`, to type-check and run them. The
 * `ts` blocks of a page form one module, in their order; a `ts alone` block, a `tsx` block and each
 * `@example` of a docstring is a separate module. A line `// → text` at or below a `console.log` is
 * its output.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, '.cache', 'docs');
const BLOCK = /^```(tsx?)( alone)?\n([\s\S]*?)^```$/gm;
const EXPECTED = /\/\/ → (.*)$/gm;

/** The block after `@example`, with each line after the star of its docstring. */
const EXAMPLE = /^ *\* @example\n *\* ```ts\n((?: *\*.*\n)*?) *\* ```$/gm;

const filesIn = (folder, isWanted) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isWanted(file) && !file.includes('node_modules') && !file.includes('dist'))
    .map((file) => join(folder, file));
const markdownIn = (folder) => filesIn(folder, (file) => file.endsWith('.md'));
const sourcesIn = (folder) => filesIn(folder, (file) => /(?<!\.test|\.d|\.gen)\.tsx?$/.test(file));

/** Every module of every page and docstring: its code and its expected output. */
export const modules = () => [...pages(), ...examples()];

function pages() {
  const files = ['README.md', ...markdownIn('docs'), ...markdownIn('packages')];
  return files.flatMap((file) => {
    const blocks = [...readFileSync(join(root, file), 'utf8').matchAll(BLOCK)];
    const isAlone = ([, language, alone]) => alone !== undefined || language === 'tsx';
    const together = blocks.filter((it) => !isAlone(it)).map((it) => it[3]);
    const alone = blocks.filter(isAlone).map(([, language, , code]) => ({ code, language }));
    const first = together.length > 0 ? [{ code: together.join('\n'), language: 'ts' }] : [];
    return [...first, ...alone].map(({ code, language }, index) => moduleOf(file, index, code, language));
  });
}

function examples() {
  return sourcesIn('packages').flatMap((file) => {
    const blocks = [...readFileSync(join(root, file), 'utf8').matchAll(EXAMPLE)];
    return blocks.map(([, lines], index) => moduleOf(file, index, lines.replaceAll(/^ *\* ?/gm, '')));
  });
}

const moduleOf = (file, index, code, language = 'ts') => ({
  file,
  title: index === 0 ? file : `${file}, ${index + 1}`,
  module: join(target, `${file.replaceAll(/[/\\]/g, '__')}.${index + 1}.${language}`),
  code,
  expected: [...code.matchAll(EXPECTED)].map((match) => match[1]),
});

export function writeModules() {
  rmSync(target, { recursive: true, force: true });
  const all = modules();
  for (const { module, code, file } of all) {
    mkdirSync(dirname(module), { recursive: true });
    writeFileSync(module, `// Made from ${file} by scripts/docs.mjs.\n${code}\nexport {};\n`);
  }
  return all;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeModules();
