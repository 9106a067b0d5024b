import { defineConfig } from 'tsup';

/** The benchmarks as they run: on the packages as they were built, with dependencies left outside. */
export default defineConfig({
  entry: ['bench/main.ts', 'bench/http-client.ts', 'bench/receivers.ts'],
  format: 'esm',
  target: 'node20',
  outDir: 'bench/dist',
  clean: true,
  silent: true,
  skipNodeModulesBundle: true,
  // Not published, and so never built by itself; parts of packages that are looked at by themselves import it.
  noExternal: [/^@org\/approval-shared(\/|$)/],
});
