/** The tables of ARCHITECTURE.md, generated from `layers.mjs`. As a command it writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import {
  CORE_STAGES,
  PACKAGE_IMPORTS,
  PACKAGE_PURPOSES,
  PACKAGE_TYPE_IMPORTS,
  PRIVATE_PACKAGES,
  STAGE_PURPOSES,
  packageName,
} from './layers.mjs';

export const PAGE = fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url));

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const shortName = (name) => name.replace('@org/approval-', '');

const stages = table(
  ['stage', 'what is there', ''],
  CORE_STAGES.map((stage) => [`\`${stage}/\``, ...STAGE_PURPOSES[stage]]),
);

const packages = table(
  ['package', 'what it is for', 'may import'],
  Object.entries(PACKAGE_IMPORTS).map(([folder, imports]) => {
    const name = packageName(folder);
    const isPrivate = PRIVATE_PACKAGES.includes(name);
    return [
      `\`${name}\`${isPrivate ? ' (private)' : ''}`,
      PACKAGE_PURPOSES[folder],
      [
        ...imports.map(shortName),
        ...(PACKAGE_TYPE_IMPORTS[folder] ?? []).map((it) => `${shortName(it)} (types)`),
      ].join(', ') || '–',
    ];
  }),
);

/** Returns the page with new contents of its marked blocks. */
export async function withTables(page) {
  const made = Object.entries({ stages, packages }).reduce((text, [name, rows]) => {
    const block = new RegExp(`(<!-- ${name}: [^>]*-->\n)[^]*?(<!-- /${name} -->)`);
    if (!block.test(text)) throw new Error(`ARCHITECTURE.md has no block "${name}"; add its two marks`);
    return text.replace(block, (_, begin, end) => `${begin}\n${rows}\n\n${end}`);
  }, page);
  return format(made, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, await withTables(readFileSync(PAGE, 'utf8')));
}
