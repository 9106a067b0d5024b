/** Resolves files, patterns such as `*.json` (Windows expands none), and folders. */
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CliError, type Io } from '../io.js';

/** A larger match is a mistake rather than a set of definitions. */
const MOST_FILES = 500;

/**
 * The files in the given order, those of a folder by name.
 * @throws CliError for a pattern or a folder without a file, or with more than 500.
 */
export async function givenFiles(
  io: Io,
  given: readonly string[],
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const files: string[] = [];
  for (const it of given) files.push(...(await filesFor(io, it, isWanted)));
  return [...new Set(files)];
}

async function filesFor(io: Io, given: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const kind = await kindOf(io, given);
  if (kind === 'file' || (kind === 'nothing' && !/[*?]/.test(given))) return [given];
  const found =
    kind === 'folder'
      ? (await readdir(resolve(io.cwd, given)))
          .filter(isWanted)
          .toSorted()
          .map((it) => join(given, it))
      : await matching(io, given.replaceAll('\\', '/').split('/'));
  if (found.length === 0)
    throw new CliError(`${given}: ${kind === 'folder' ? 'has no definition files' : 'matches no file'}`);
  if (found.length <= MOST_FILES) return found;
  throw new CliError(`${given}: has ${found.length} files; the limit is ${MOST_FILES}`);
}

async function kindOf({ cwd }: Io, path: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(resolve(cwd, path))).isDirectory() ? 'folder' : 'file';
  } catch {
    // The reader of the file reports why it cannot be read.
    return 'nothing';
  }
}

/** Files that match the parts of a path; `*` and `?` match characters of one part. */
async function matching(io: Io, parts: readonly string[]): Promise<string[]> {
  let found = [''];
  for (const [index, part] of parts.entries()) {
    const next: string[] = [];
    for (const folder of found.slice(0, MOST_FILES + 1)) {
      const names = /[*?]/.test(part) ? await namesIn(io, folder, part) : [part];
      next.push(...names.map((name) => (index === 0 ? name : `${folder}/${name}`)));
    }
    found = next;
  }
  const kinds = await Promise.all(found.slice(0, MOST_FILES + 1).map((it) => kindOf(io, it)));
  return found.filter((_, index) => kinds[index] === 'file');
}

async function namesIn({ cwd }: Io, folder: string, pattern: string): Promise<string[]> {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('?', '[^/]');
  const names = await readdir(resolve(cwd, folder === '' ? '.' : folder)).catch(() => []);
  // Like in a shell, `*` does not match hidden files.
  return names.filter((it) => !it.startsWith('.') && new RegExp(`^${source}$`, 'u').test(it)).toSorted();
}
