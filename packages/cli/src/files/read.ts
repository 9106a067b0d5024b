/** Reads and writes files that a command names. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOf, messageOf } from '@org/approval-internal/errors';
import { CliError, type Io } from '../io.js';

/** Larger than any definition and most runs. */
const MAX_BYTES = 64 * 1_048_576;

const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'does not exist';
  return code === 'EISDIR' ? 'is a folder' : messageOf(error);
};

export async function readText({ cwd }: Io, file: string): Promise<string> {
  const path = resolve(cwd, file);
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new CliError(`${file}: has ${size} bytes; the limit is ${MAX_BYTES}`);
    return textOf(file, await readFile(path));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`${file}: ${reasonOf(error)}`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8, the only encoding that engines read, without a byte order mark. */
function textOf(file: string, bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) throw new CliError(`${file}: is written in UTF-16; save it as UTF-8`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CliError(`${file}: is not written in UTF-8; save it as UTF-8`);
  }
}

/** Writes to a file, or to the output without one. */
export async function writeResult(io: Io, file: string | undefined, text: string): Promise<void> {
  if (file === undefined) {
    io.out(text.endsWith('\n') ? text : `${text}\n`);
    return;
  }
  try {
    await writeFile(resolve(io.cwd, file), text);
  } catch (error) {
    throw new CliError(`${file}: ${reasonOf(error)}`);
  }
}
