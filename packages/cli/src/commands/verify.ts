/** `approval verify`: what a bundle proves, without the engine and without a network. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Verified, type VerifyOptions, anchorsIn, reportOf, verify } from '@org/approval-record';
import { readText } from '../files/read.js';
import { CliError, EXIT, type Io } from '../io.js';
import { jsonText } from '../report/json.js';

export interface VerifyFlags {
  readonly key: readonly string[];
  readonly anchors: readonly string[];
  readonly minSize: number | undefined;
  /** In ms. */
  readonly retention: number | undefined;
  readonly strict: boolean;
  readonly json: boolean;
}

export async function verifyFiles(io: Io, files: readonly string[], flags: VerifyFlags): Promise<number> {
  const { key, minSize, retention, strict, json } = flags;
  if (key.length === 0)
    throw new CliError(
      'pass the key of the operator with --key, as record/status shows it; no key inside a bundle is trusted',
    );
  const anchors: string[] = [];
  for (const file of flags.anchors) anchors.push(...(await anchorsOf(io, file)));
  const options = { keys: key, anchors, minSize, retentionMs: retention };
  let isGood = true;
  for (const file of files) {
    const result = await verified(io, file, options);
    isGood &&= result.verdict === 'INTACT' && (!strict || isWhole(result));
    if (json) io.out(`${jsonText({ file, ...result })}\n`);
    else io.out(`${files.length > 1 ? `${file}\n` : ''}${reportOf(result)}`);
  }
  return isGood ? EXIT.done : EXIT.findings;
}

async function anchorsOf(io: Io, file: string): Promise<string[]> {
  const text = await readText(io, file);
  try {
    return anchorsIn(text);
  } catch (error) {
    if (error instanceof TypeError) throw new CliError(`${file}: ${error.message}`);
    throw error;
  }
}

async function verified(io: Io, file: string, options: VerifyOptions): Promise<Verified> {
  const path = resolve(io.cwd, file);
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CliError(`${file}: does not exist`);
  if (found.isDirectory()) throw new CliError(`${file}: is a folder`);
  try {
    return await verify(createReadStream(path, { signal: io.signal }), options);
  } catch (error) {
    if (error instanceof TypeError) throw new CliError(error.message);
    throw error;
  }
}

/** True if every event of every run is chained, and proven by a checkpoint. */
const isWhole = ({ runs, runsLeftOut }: Verified): boolean =>
  runsLeftOut === 0 && runs.every((it) => it.unanchoredFrom === null && it.until === 0);
