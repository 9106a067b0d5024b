/** `approval init`: a small host that works, in its own folder. */
import * as prompts from '@clack/prompts';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { oneOf } from '@org/approval-internal/values';
import { jsonText } from '../report/json.js';
import { type Choices, DATABASES, type Database, FRAMEWORKS, type Framework } from '../init/choices.js';
import { filesOf } from '../init/files.js';
import { CliError, EXIT, type Io } from '../io.js';

export interface InitOptions {
  readonly framework: Framework | undefined;
  readonly database: Database | undefined;
  readonly json: boolean;
}

/** Asks a person to choose; null when they cancel. */
export type Ask = <T extends string>(message: string, options: readonly T[]) => Promise<T | null>;

const askPerson: Ask = async <T extends string>(message: string, options: readonly T[]) => {
  const chosen = await prompts.select<string>({
    message,
    options: options.map((value) => ({ value, label: value })),
  });
  return prompts.isCancel(chosen) ? null : (oneOf(chosen, options) ?? null);
};

export async function init(
  io: Io,
  folder: string,
  options: InitOptions,
  ask: Ask = askPerson,
): Promise<number> {
  const path = resolve(io.cwd, folder);
  const framework = await chosen(io, 'framework', { given: options.framework, from: FRAMEWORKS }, ask);
  const database = await chosen(io, 'database', { given: options.database, from: DATABASES }, ask);
  const files = filesOf({ name: nameOf(path), framework, database } satisfies Choices);
  const there = Object.keys(files).filter((it) => existsSync(join(path, it)));
  if (there.length > 0)
    throw new CliError(`${folder} has ${there.join(', ')}; nothing was written. Choose another folder`);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    // `wx` fails for a file that appeared since the check, instead of overwriting it.
    await writeFile(join(path, file), text, { flag: 'wx' });
  }
  io.out(
    options.json
      ? `${jsonText({ folder, files: Object.keys(files) })}\n`
      : summaryOf(folder, Object.keys(files)),
  );
  return EXIT.done;
}

interface Choice<T extends string> {
  readonly given: T | undefined;
  readonly from: readonly T[];
}

async function chosen<T extends string>(
  io: Io,
  what: string,
  { given, from }: Choice<T>,
  ask: Ask,
): Promise<T> {
  if (given !== undefined) return given;
  if (!io.isInteractive) throw new CliError(`missing --${what}; use one of ${from.join(', ')}`);
  const answer = await ask(`Which ${what}?`, from);
  if (answer === null) throw new CliError('nothing was written');
  return answer;
}

/** The name of the folder, reduced to what npm allows. */
const nameOf = (path: string): string =>
  basename(path)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'approvals';

const summaryOf = (
  folder: string,
  files: readonly string[],
): string => `${files.map((it) => `+ ${join(folder, it)}`).join('\n')}

Next: ${folder === '.' ? '' : `cd ${folder} && `}npm install && npm start
`;
