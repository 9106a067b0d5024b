/** The files generated from the records of operations: `npm run operations`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { clientFile } from './client-file.js';
import { CORE_AREAS, coreFile } from './core-file.js';
import { gateFile } from './gate-file.js';
import { type FoundRecord, recordsIn } from './records.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CORE = 'packages/core/src/engine/operations';
const CORE_FILE = `${CORE}/operations.gen.ts`;

const GATE = 'packages/agents/src/operations';
const GATE_FILE = `${GATE}/operations.gen.ts`;
const CLIENT_FILE = 'packages/client/src/operations.gen.ts';

/** Paths in the order of a file, which is also the order of the pages. */
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

/** Every operation of a gate. */
export const gateRecords = (): Promise<readonly FoundRecord[]> =>
  recordsIn(join(root, GATE), ['permits', 'grants'], orderIn(GATE_FILE));

/** Every file with its text. */
export async function files(): Promise<ReadonlyMap<string, string>> {
  const engine = await engineRecords();
  const gate = await gateRecords();
  const texts = {
    [CORE_FILE]: coreFile(engine),
    [GATE_FILE]: gateFile(gate),
    [CLIENT_FILE]: clientFile([
      { records: engine, request: 'OperationRequest', result: 'OperationResult' },
      { records: gate, request: 'PermitOperationRequest', result: 'PermitOperationResult' },
    ]),
  };
  const formatted = Object.entries(texts).map(async ([file, text]) => {
    const path = join(root, file);
    return [path, await format(text, { ...(await resolveConfig(path)), filepath: path })] as const;
  });
  return new Map(await Promise.all(formatted));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of await files()) writeFileSync(path, text);
