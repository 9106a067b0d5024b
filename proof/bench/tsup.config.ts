import { defineConfig } from 'tsup';

/** The benchmarks as they run: on the packages as they were built, with dependencies left outside. */
export default defineConfig({
  entry: ['proof/bench/main.ts', 'proof/bench/http-client.ts', 'proof/bench/receivers.ts'],
  format: 'esm',
  target: 'node20',
  outDir: 'proof/bench/dist',
  clean: true,
  silent: true,
  skipNodeModulesBundle: true,
  // Not published, and so never built by itself; parts of packages that are looked at by themselves import it.
  noExternal: [/^@org\/approval-internal(\/|$)/],
});
