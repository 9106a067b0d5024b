/** The files that are made from the records of operations; as a command it writes them: `npm run operations`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { clientFile } from './client-file.js';
import { CORE_AREAS, coreFile } from './core-file.js';
import { type FoundRecord, recordsIn } from './records.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CORE = 'packages/core/src/engine/operations';
const CORE_FILE = `${CORE}/operations.gen.ts`;

const CLIENT_FILE = 'packages/client/src/operations.gen.ts';

/** Paths in the order in which a file has them: it is the order of the pages, too. */
function orderIn(file: string): readonly string[] {
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return [...text.matchAll(/^ {2}'([a-z]+\/\w+)': \w+,$/gm)].map(([, it = '']) => it);
}

/** Every operation of an engine. */
export const engineRecords = (): Promise<readonly FoundRecord[]> =>
  recordsIn(
    join(root, CORE),
    CORE_AREAS.map((it) => it.area),
    orderIn(CORE_FILE),
  );

/** Every file with its text. */
export async function files(): Promise<ReadonlyMap<string, string>> {
  const engine = await engineRecords();
  const texts = {
    [CORE_FILE]: coreFile(engine),
  };
  const formatted = Object.entries(texts).map(async ([file, text]) => {
    const path = join(root, file);
    return [path, await format(text, { ...(await resolveConfig(path)), filepath: path })] as const;
  });
  return new Map(await Promise.all(formatted));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of await files()) writeFileSync(path, text);
