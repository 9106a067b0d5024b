/** The source files of schemas and types. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../packages.mjs';

/** A package whose types are generated. */
export interface TypedPackage {
  /** Public name, for imports by other packages. */
  readonly name: string;
  /** Folder of its sources, from the root of the repository. */
  readonly folder: string;
}

/** Later packages may use types of earlier ones. */
export const TYPED_PACKAGES: readonly TypedPackage[] = [
  { name: '@org/approval-core', folder: 'packages/core/src' },
  { name: '@org/approval-agents', folder: 'packages/agents/src' },
];

/** A file by its path from the root of the repository. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** A generated file without its imports. */
export interface Draft extends Source {
  /** Origin, for its first line. */
  readonly from: string;
}

export const GENERATED = '.gen.ts';

const filesOf = ({ folder }: TypedPackage): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && /\.ts$/.test(it.name))
    .map((it) => relative(root, join(it.parentPath, it.name)))
    .toSorted();

/** The handwritten files of a package, without tests. */
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

/** Names of schemas: `.meta({ id: 'Name' })` and `.register(typeNames, { id: 'Name' })`. */
export const schemaIdsIn = ({ text }: Source): string[] =>
  /from 'zod'/.test(text) ? [...text.matchAll(/\bid: '([A-Z]\w*)'/g)].flatMap(([, id]) => id ?? []) : [];

/** Types that a file declares and exports. */
export const typesIn = ({ text }: Source): string[] =>
  [...text.matchAll(/^export (?:type|interface|(?:abstract )?class) ([A-Z]\w*)\b/gm)].flatMap(
    ([, name]) => name ?? [],
  );
