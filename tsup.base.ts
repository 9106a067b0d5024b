import { defineConfig } from 'tsup';

/** One way to build every package: ESM, CommonJS and types for each, dependencies left outside. */
export const library = (entry: string[] | Record<string, string>) =>
  defineConfig({
    entry,
    format: ['esm', 'cjs'],
    // tsup 8 sets `baseUrl` for its declaration build, which TypeScript 6 only accepts with this.
    dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
    sourcemap: true,
    clean: true,
    target: 'es2022',
  });
