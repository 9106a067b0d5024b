/**
 * `docs/reference/options.md` and its pages by package: every type of options that a package
 * exports.
 */
import type ts from 'typescript';
import { type Base, type Row, listOf } from './rows.js';
import { anchorOf } from './shape.js';
import { docOf, exportsOf, fieldsOf, isType, publicEntries, tagOf, typeOf } from './source.js';

/** Option types that are named for what they bound. */
const IS_OPTIONS = /Options$|^(RequestLimits|BatchLimits)$/;

interface Type {
  readonly entry: string;
  readonly symbol: ts.Symbol;
  readonly rows: readonly Row[];
}

function rowOf({ name, type, isOptional, symbol }: ReturnType<typeof fieldsOf>[number]): Row {
  const value = tagOf(symbol, 'defaultValue');
  const isSaid = value === '' || docOf(symbol).includes(`${value} by default`);
  return {
    name,
    type: `\`${type}\``,
    isOptional,
    meaning: `${docOf(symbol)}${isSaid ? '' : ` Default: \`${value}\`.`}`,
  };
}

const met = new Set<unknown>();
const types: readonly Type[] = publicEntries().flatMap((entry) => {
  const found = exportsOf(entry).filter((it) => IS_OPTIONS.test(it.name) && isType(it) && !met.has(it));
  for (const it of found) met.add(it);
  return found
    .map((symbol) => ({ entry, symbol, rows: fieldsOf(typeOf(symbol)).map(rowOf) }))
    .filter(({ rows }) => rows.length > 0);
});

/** The file of a package's page: `core` for `@org/approval-core/definition`. */
const pageOf = (entry: string): string => /^@org\/approval-([^/]+)/.exec(entry)?.[1] ?? entry;
const PAGES = [...new Set(types.map(({ entry }) => pageOf(entry)))];
const typesOf = (page: string): Type[] => types.filter(({ entry }) => pageOf(entry) === page);

const linkOf = ({ symbol }: Type, page = ''): string => `[${symbol.name}](${page}#${anchorOf(symbol.name)})`;

function section(type: Type, page: string): string {
  const bases: Base[] = typesOf(page)
    .filter((it) => it !== type)
    .map((it) => ({ link: linkOf(it), rows: it.rows }));
  const { symbol, rows, entry } = type;
  return `## ${symbol.name}\n\n${docOf(symbol)} Exported by \`${entry}\`.\n\n${listOf(rows, { bases })}`;
}

const packagePage = (page: string): string =>
  [
    `# Options of ${page}\n`,
    'Generated from the exported types by `npm run docs:reference`. `?` marks optional fields. Unknown options and wrong values throw.\n',
    ...typesOf(page).map((it) => section(it, page)),
  ].join('\n');

function overview(): string {
  const lines = PAGES.map(
    (page) =>
      `- [${page}](options/${page}.md): ${typesOf(page)
        .map((it) => linkOf(it, `options/${page}.md`))
        .join(', ')}`,
  );
  return `# Options\n\nOptions of functions, by package. Options are checked by name and value where they are taken. Bounds of inputs are on the page of [limits](limits.md).\n\n${lines.join('\n')}\n`;
}

/** The pages by their file. */
export const optionsPages: Readonly<Record<string, () => string>> = {
  'options.md': overview,
  ...Object.fromEntries(PAGES.map((page) => [`options/${page}.md`, () => packagePage(page)])),
};
