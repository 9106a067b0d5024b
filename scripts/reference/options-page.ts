/** `docs/reference/options.md`: every type of options that a package exports. */
import { cell, docOf, exportsOf, fieldsOf, isType, publicEntries, tagOf, typeOf } from './source.js';

/** Option types that are named for what they bound. */
const IS_OPTIONS = /Options$|^(RequestLimits|BatchLimits)$/;

const HEAD = `# Options

What functions take beside what they work on, by package. Options are checked by name and by value where they are taken. Made
from the types that the packages export by \`npm run docs:reference\`; numbers that bound what comes in are on the page of
[limits](limits.md).
`;

const TABLE = '| option | type | by default | what it says |\n| --- | --- | --- | --- |\n';

function section(symbol: ReturnType<typeof exportsOf>[number]): string {
  const rows = fieldsOf(typeOf(symbol)).map(({ name, type, isOptional, symbol: member }) => {
    const value = tagOf(member, 'defaultValue');
    const otherwise = value === '' ? (isOptional ? '' : 'required') : `\`${value}\``;
    return `| \`${name}\` | \`${cell(type)}\` | ${cell(otherwise)} | ${cell(docOf(member))} |\n`;
  });
  return rows.length === 0 ? '' : `### ${symbol.name}\n\n${docOf(symbol)}\n\n${TABLE}${rows.join('')}`;
}

export function optionsPage(): string {
  const met = new Set<unknown>();
  const sections = publicEntries().flatMap((entry) => {
    const found = exportsOf(entry).filter((it) => IS_OPTIONS.test(it.name) && isType(it) && !met.has(it));
    for (const it of found) met.add(it);
    const texts = found.map(section).filter((it) => it !== '');
    return texts.length === 0 ? [] : [`## ${entry}\n`, ...texts];
  });
  return [HEAD, ...sections].join('\n');
}
