import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Packages find each other's sources, not what was built last. `resolve.conditions` has no say over Node tests.
  ssr: { resolve: { conditions: ['@org/source', ...defaultServerConditions] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'examples/**/*.test.ts',
      'docs/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    testTimeout: 20_000,
  },
});
