import { defineConfig } from 'tsup';

/** The benchmarks use the built packages, with external dependencies. */
export default defineConfig({
  entry: [
    'proof/bench/main.ts',
    'proof/bench/http-client.ts',
    'proof/bench/receivers.ts',
    'proof/bench/schedule-worker.ts',
  ],
  format: 'esm',
  target: 'node20',
  outDir: 'proof/bench/dist',
  clean: true,
  silent: true,
  skipNodeModulesBundle: true,
  // Unpublished and never built alone; measured parts of packages import it.
  noExternal: [/^@org\/approval-internal(\/|$)/],
});
