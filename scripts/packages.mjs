/** Locations of the packages of this repository. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const isPackage = (folder) => existsSync(join(root, 'packages', folder, 'package.json'));

/** Folders below `packages/` with a package: at the top, or one level down (`client/react`). */
export const packageFolders = () =>
  readdirSync(join(root, 'packages'))
    .flatMap((folder) => [
      folder,
      ...readdirSync(join(root, 'packages', folder))
        .map((inner) => `${folder}/${inner}`)
        .filter(isPackage),
    ])
    .sort((one, other) => basename(one).localeCompare(basename(other)));

/** The package.json of a folder, given from the root of the repository. */
export const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
