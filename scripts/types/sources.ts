/** The source files that schemas and types stand in. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../packages.mjs';

/** A package whose types are generated. */
export interface TypedPackage {
  /** Public name, which other packages import its types by. */
  readonly name: string;
  /** Folder of its sources, from the root of the repository. */
  readonly folder: string;
}

/** Each may name types of those before it. */
export const TYPED_PACKAGES: readonly TypedPackage[] = [
  { name: '@org/approval-core', folder: 'packages/core/src' },
  { name: '@org/approval-agents', folder: 'packages/agents/src' },
];

/** A file by its path from the root of the repository. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** A generated file before it has its imports. */
export interface Draft extends Source {
  /** Where it comes from, as its first line says. */
  readonly from: string;
}

export const GENERATED = '.gen.ts';

const filesOf = ({ folder }: TypedPackage): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && /\.ts$/.test(it.name))
    .map((it) => relative(root, join(it.parentPath, it.name)))
    .toSorted();

/** The files of a package that people write, but for its tests. */
export const sourcesOf = (of: TypedPackage): Source[] =>
  filesOf(of)
    .filter((file) => !file.endsWith(GENERATED) && !/\.test\.ts$|test-support/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Files of a package that `npm run types` generated, as they are on disk. */
export const generatedOf = (of: TypedPackage): Source[] =>
  filesOf(of)
    .filter((file) => file.endsWith(GENERATED))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => text.startsWith('// Generated') && text.includes('by `npm run types`'));

/** Names of schemas in a file: `.meta({ id: 'Name' })` and `.register(typeNames, { id: 'Name' })`. */
export const schemaIdsIn = ({ text }: Source): string[] =>
  /from 'zod'/.test(text) ? [...text.matchAll(/\bid: '([A-Z]\w*)'/g)].flatMap(([, id]) => id ?? []) : [];

/** Types that a file declares and exports. */
export const typesIn = ({ text }: Source): string[] =>
  [...text.matchAll(/^export (?:type|interface|(?:abstract )?class) ([A-Z]\w*)\b/gm)].flatMap(
    ([, name]) => name ?? [],
  );
