/** The generated files of types, each beside the file that holds its schemas. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { typeNames } from '@org/approval-internal/type-names';
import { format, resolveConfig } from 'prettier';
import * as z from 'zod';
import { entries } from '../entries.mjs';
import { root } from '../packages.mjs';
import { operationFile } from './operations.js';
import {
  type Draft,
  GENERATED,
  type Source,
  TYPED_PACKAGES,
  type TypedPackage,
  schemaIdsIn,
  sourcesOf,
  typesIn,
} from './sources.js';
import { declarationText } from './type-text.js';

/** Modules that export a type: a path from the root of the repository, or a package. */
type Homes = ReadonlyMap<string, readonly string[]>;

/** Every generated file of every package, formatted, by its path from the root. */
export async function typeFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  let others: Homes = new Map();
  for (const of of TYPED_PACKAGES) {
    const sources = sourcesOf(of);
    const drafts = [...sources.flatMap(draftOf), ...operationFile(of)];
    const own = homesOf([...sources, ...drafts]);
    for (const draft of drafts) files.set(draft.file, await formatted(draft, new Map([...others, ...own])));
    others = new Map([...others, ...entriesOf(of)]);
  }
  return files;
}

/** Exported names of a package, each with its entry. */
function entriesOf({ name: packageName }: TypedPackage): [name: string, entry: string[]][] {
  const of = entries().filter(({ name }) => name === packageName || name.startsWith(`${packageName}/`));
  return of.flatMap(({ name: entry, file }) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list.split(',').map((it): [string, string[]] => [it.trim().replace(/^type |^.* as /, ''), [entry]]),
    ),
  );
}

/** Types of the schemas of one file; empty when all are declared by hand. */
function draftOf(source: Source): Draft[] {
  const declared = schemaIdsIn(source).flatMap((id) => {
    const schema = z.globalRegistry._idmap.get(id) ?? typeNames._idmap.get(id);
    if (schema === undefined)
      throw new Error(`${source.file} names the schema ${id}, which the package does not load`);
    const isByHand = typeNames.get(schema)?.type !== undefined || schema._zod.def.type === 'unknown';
    return isByHand ? [] : [declarationText(id, schema)];
  });
  if (declared.length === 0) return [];
  const from = `the schemas of ${posix.basename(source.file)}`;
  return [{ file: source.file.replace(/\.ts$/, GENERATED), from, text: declared.join('\n') }];
}

function homesOf(sources: readonly Source[]): Homes {
  const homes = new Map<string, string[]>();
  for (const source of sources)
    for (const name of typesIn(source)) homes.set(name, [...(homes.get(name) ?? []), source.file]);
  return homes;
}

async function formatted({ file, from, text }: Draft, homes: Homes): Promise<string> {
  const head = `// Generated from ${from} by \`npm run types\`. Do not edit.\n`;
  const options = await resolveConfig(join(root, file));
  return format(`${head}${importsOf(file, text, homes)}\n${text}`, { ...options, parser: 'typescript' });
}

/** Imports of the types that the text uses but does not declare. */
function importsOf(file: string, text: string, homes: Homes): string {
  const names = namesIn(text).filter((name) => !homes.get(name)?.includes(file));
  const byModule = new Map<string, string[]>();
  for (const name of names) {
    const [home, another] = homes.get(name) ?? [];
    if (home === undefined) throw new Error(`${file} names the type ${name}, which no file declares`);
    if (another !== undefined)
      throw new Error(`${file} names the type ${name}, which ${home} and ${another} declare`);
    const module = home.startsWith('@') ? home : relativeModule(file, home);
    byModule.set(module, [...(byModule.get(module) ?? []), name]);
  }
  const lines = [...byModule].map(
    ([module, used]) => `import type { ${used.join(', ')} } from '${module}';\n`,
  );
  return lines.toSorted().join('');
}

/** Type names in code, without docstrings, strings and type parameters (one letter). */
function namesIn(text: string): string[] {
  const code = text.replaceAll(/\/\*\*[^]*?\*\//g, '').replaceAll(/"[^"\n]*"/g, '');
  const names = new Set([...code.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name));
  names.delete('Record');
  return [...names].toSorted();
}

function relativeModule(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}
