/** Decisions of `npm run release:version`; changesets itself raises versions. */
import { expect, test } from 'vitest';
import { rises } from './version.mjs';

const before = '# Changelog\n\n## Unreleased\n\n- Something.\n';
const after = '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-11-22)\n';
const given = { changesets: ['quick-owls.md'], changelog: before, version: '0.1.0', node: '22.23.3' };

test('a changeset raises them, on a Node that changesets run on', () => {
  expect(rises(given)).toBe(true);
  expect(rises({ ...given, changelog: after })).toBe(true);
  expect(() => rises({ ...given, node: '20.20.2' })).toThrow(
    'changesets need Node 22 or newer, this is 20.20.2',
  );
});

test('without one, what the changelog does not have yet is released as it stands, and nothing twice', () => {
  const none = { ...given, changesets: [], node: '20.20.2' };
  expect(rises(none)).toBe(false);
  expect(() => rises({ ...none, changelog: after })).toThrow('npm run changeset');
  expect(rises({ ...none, changelog: after, version: '0.1' })).toBe(false);
});
