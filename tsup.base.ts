import { copyFileSync, readFileSync } from 'node:fs';
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
  /**
   * Dependencies that are ES modules only. The CommonJS build has a copy, because CommonJS test
   * runners cannot load them.
   */
  readonly esModulesOnly?: readonly string[];
}

/** One way to build every package: ESM, CommonJS and types for each, dependencies left outside. */
export const library = (
  entry: string[] | Record<string, string>,
  { typesOf = [], beside = [], esModulesOnly = [] }: LibraryOptions = {},
) => {
  const bundled = PRIVATE_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`));
  return defineConfig({
    entry,
    format: ['esm', 'cjs'],
    // What two subpaths have in common is one file, in CommonJS too: else each has its own copy of
    // every class, and
    // `instanceof` is false between them.
    splitting: true,
    noExternal: [...bundled, ...esModulesOnly],
    esbuildPlugins: [
      {
        name: 'es-modules-only',
        setup(build) {
          // With `splitting` CommonJS is made from ES modules, so esbuild's own format is the same.
          const isEsm = build.initialOptions.define?.['TSUP_FORMAT'] === '"esm"';
          for (const name of esModulesOnly) {
            if (isEsm) {
              const filter = new RegExp(`^${name}$`);
              build.onResolve({ filter }, ({ path }) => ({ path, external: true }));
              continue;
            }
            // tsup's own step to CommonJS breaks class fields after an expression with `super`.
            build.onLoad({ filter: new RegExp(`node_modules/${name}/.*\\.js$`) }, async ({ path }) => {
              const { code } = await build.esbuild.transform(readFileSync(path, 'utf8'), {
                target: 'es2021',
              });
              return { contents: code, loader: 'js' };
            });
          }
        },
      },
    ],
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
