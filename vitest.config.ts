import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';

/** Installed by itself, being heavy: `npm run agents:proof`. */
const isProofInstalled = existsSync(
  new URL('proof/agent-frameworks/node_modules/.package-lock.json', import.meta.url),
);
if (!isProofInstalled)
  console.warn(
    'SKIPPED: the adapters against the agent frameworks. `npm run agents:proof` installs and runs them',
  );

/**
 * Attacks, kills, many runs and pages in a browser that take long: `npm run test:slow` runs them,
 * as CI does.
 */
const SLOW = [
  'proof/attacks/bombs/bombs.test.ts',
  'proof/attacks/bombs/rows.test.ts',
  'proof/attacks/fuzz.test.ts',
  'proof/attacks/wire.test.ts',
  'packages/cli/src/init-databases.test.ts',
  'packages/cli/src/init-packed-every.test.ts',
  'packages/store-sql/src/clocks.test.ts',
  'packages/store-sql/src/bundling.test.ts',
  'packages/store-sql/src/galera.test.ts',
  'packages/store-sql/src/kill.test.ts',
  'packages/store-sql/src/runs-in-runs.test.ts',
  'packages/store-sql/src/page-bytes.test.ts',
  'packages/store-sql/src/pgbouncer.test.ts',
  'packages/store-sql/src/races.test.ts',
  'packages/inspector/src/many.test.ts',
  'packages/inspector/src/pages.test.ts',
  'packages/cli/src/dev-pages.test.ts',
  'scripts/site/site.test.ts',
  'examples/expenses/browser.test.ts',
  'examples/review-app/accessibility.test.ts',
  'examples/review-app/writing.test.ts',
  'examples/standalone-server/kill.test.ts',
];
/** A run that names a file includes it. */
const isWhole = process.argv.slice(2).every((it) => it === 'run' || it.startsWith('-'));

if (isWhole) console.warn(`LEFT OUT: ${SLOW.length} slow files. \`npm run test:slow\` runs them`);

export default defineConfig(({ mode }) => ({
  // Packages find each other's sources, not what was built last. `resolve.conditions` has no say
  // over Node tests. What bundlers call `module` Node does not know, nor can it always run it.
  ssr: {
    resolve: { conditions: ['@org/source', ...defaultServerConditions.filter((it) => it !== 'module')] },
  },
  test: {
    include:
      mode === 'slow'
        ? SLOW
        : [
            'packages/*/src/**/*.test.ts',
            'packages/*/*/src/**/*.test.ts',
            'proof/{attacks,chaos,models}/**/*.test.ts',
            'examples/**/*.test.ts',
            'docs/**/*.test.ts',
            'scripts/**/*.test.ts',
            ...(isProofInstalled ? ['proof/agent-frameworks/**/*.test.ts'] : []),
          ],
    exclude: [...configDefaults.exclude, ...(isWhole ? SLOW : [])],
    // By default Vitest leaves one processor to its own main thread, which waits most of the time:
    // half of two.
    maxWorkers: availableParallelism(),
    // Files of one worker share their modules: to load them anew for each of 300 files was more
    // than half of the work. So no test may leave anything behind in a module; none of ours mocks
    // modules or keeps state in them.
    isolate: false,
    testTimeout: 90_000,
    // Those that start databases and processes take seconds when the machine is busy.
    hookTimeout: 120_000,
  },
}));
