import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname + '/page',
  // Packages from their sources, as everywhere in this repository; yours needs no conditions.
  resolve: { conditions: ['@org/source', ...defaultClientConditions] },
  build: { outDir: import.meta.dirname + '/dist', emptyOutDir: true },
});
