import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { PRIVATE_PACKAGES, packageName } from './scripts/layers.mjs';
import { packageFolders } from './scripts/packages.mjs';

const sourceOf = (name: string): string => {
  const folder = packageFolders().find((it) => packageName(it) === name);
  return fileURLToPath(new URL(`packages/${folder}/src`, import.meta.url));
};

/** Paths of TypeScript by which packages and their subpaths are sources. */
const pathsOf = (names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const source = sourceOf(name);
      return [
        [name, [`${source}/index.ts`]],
        [`${name}/*`, [`${source}/*.ts`, `${source}/*/index.ts`]],
      ];
    }),
  );

interface LibraryOptions {
  /**
   * Packages whose types are copied into those of this one, which then installs without them.
   */
  readonly typesOf?: readonly string[];
  /**
   * Files that are shipped beside the build as they are: programs of threads, which are found by
   * `import.meta.url`.
   */
  readonly beside?: readonly string[];
}

/** One way to build every package: ESM, CommonJS and types for each, dependencies left outside. */
export const library = (
  entry: string[] | Record<string, string>,
  { typesOf = [], beside = [] }: LibraryOptions = {},
) => {
  const bundled = PRIVATE_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`));
  return defineConfig({
    entry,
    format: ['esm', 'cjs'],
    // What two subpaths have in common is one file, in CommonJS too: else each has its own copy of
    // every class, and
    // `instanceof` is false between them.
    splitting: true,
    noExternal: bundled,
    // tsup 8 sets `baseUrl` for its declaration build, which TypeScript 6 only accepts with this.
    // By these paths the private packages are sources of the package itself, and so bundled into
    // its types as well. Types were checked by then (`npm run typecheck`), and checking them for
    // each package again took three quarters of the build.
    dts: {
      compilerOptions: {
        ignoreDeprecations: '6.0',
        noCheck: true,
        paths: pathsOf([...PRIVATE_PACKAGES, ...typesOf]),
      },
    },
    sourcemap: false,
    clean: true,
    // What CommonJS has instead of `import.meta.url`.
    shims: beside.length > 0,
    onSuccess: async () => {
      for (const file of beside) copyFileSync(file, join('dist', basename(file)));
    },
    target: 'es2022',
  });
};
