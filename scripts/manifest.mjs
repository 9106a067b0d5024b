/**
 * What a tarball says of itself. In this repository packages find each other's sources by the condition `@org/source`,
 * which a tarball has none of: `prepack` takes it out of package.json, `postpack` puts it back.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const MANIFEST = 'package.json';
/** The manifest of the repository while the published one stands in its place; not packed, not committed. */
const KEPT = '.package.json.kept';

/** Without the condition, at whatever depth. */
const published = (value) =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== '@org/source')
          .map(([name, member]) => [name, published(member)]),
      );

function publish() {
  // A pack that was cut off has left it.
  restore();
  const text = readFileSync(MANIFEST, 'utf8');
  writeFileSync(KEPT, text);
  writeFileSync(MANIFEST, `${JSON.stringify(published(JSON.parse(text)), null, 2)}\n`);
}

function restore() {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}

const action = { publish, restore }[process.argv[2]];
if (action === undefined) throw new Error('say "publish" or "restore"');
action();
