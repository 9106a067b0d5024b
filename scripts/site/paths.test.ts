/** Targets of repository links on the site, and in a packed README. */
import { expect, test } from 'vitest';
import { sitePath, withLinks } from './paths.mjs';

test.each([
  ['README.md', 'index.html'],
  ['docs/guide/README.md', 'guide/index.html'],
  ['docs/guide/loops.md', 'guide/loops.html'],
  ['docs/performance.md', 'performance.html'],
  ['packages/core/README.md', 'packages/core/index.html'],
  ['packages/inspector/images/run.png', 'packages/inspector/images/run.png'],
  ['examples/express/main.ts', 'examples/express/main.ts.html'],
])('%s is at %s', (file, path) => {
  expect(sitePath(file)).toBe(path);
});

test('links into the repository are made addresses; others, parts of the page and code stay', () => {
  const text = [
    '[core](../core), ![a run](images/run.png "A run"), [part](../../docs/guide/loops.md#nested),',
    '[own](#own), [npm](https://npm.example/x)',
    '```ts',
    'const link = x[0](../core);',
    '```',
    '[again](../core), <img src="images/run.png" alt="a run">',
  ].join('\n');
  const isFolder = (path: string) => path === 'packages/core';
  expect(withLinks('packages/http/README.md', text, isFolder, (it) => `at:${sitePath(it)}`)).toBe(
    [
      '[core](at:packages/core/index.html), ![a run](at:packages/http/images/run.png "A run"), [part](at:guide/loops.html#nested),',
      '[own](#own), [npm](https://npm.example/x)',
      '```ts',
      'const link = x[0](../core);',
      '```',
      '[again](at:packages/core/index.html), <img src="at:packages/http/images/run.png" alt="a run">',
    ].join('\n'),
  );
});
