/** A folder of definitions: read, registered with the engine, and read again as it changes. */
import { ApprovalError, type JsonObject, type WorkspaceOperations } from '@org/approval-core';
import { madeUpCalendars } from '@org/approval-internal/made-up';
import { type FSWatcher, existsSync, watch } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CheckedFile, checkedFile } from '../lint/checked.js';
import { idOf, isDefinitionFile } from '../files/definitions.js';
import { CliError, type Io } from '../io.js';
import type { Finding } from '../report/finding.js';
import { EXAMPLE } from './example.js';

/** A file of the folder with the versions registered from it. */
export interface KeptFile extends CheckedFile {
  /** `contract v3`, one for each definition that is registered now. */
  readonly kept: readonly KeptDefinition[];
}

export interface KeptDefinition {
  readonly definitionId: string;
  readonly version: number;
  /** True when this reading created the version. */
  readonly isNew: boolean;
}

/** A folder with more files is not one of definitions. */
const MOST_FILES = 500;

/** Creates the folder with an example if it does not exist; true when it did. */
export async function madeFolder(io: Io, folder: string): Promise<boolean> {
  const path = resolve(io.cwd, folder);
  if ((await mkdir(path, { recursive: true })) === undefined) return false;
  await writeFile(join(path, 'sign-off.json'), `${JSON.stringify(EXAMPLE, null, 2)}\n`);
  return true;
}

async function filesOf(io: Io, folder: string): Promise<string[]> {
  const names = (await readdir(resolve(io.cwd, folder))).filter(isDefinitionFile).toSorted();
  if (names.length <= MOST_FILES) return names.map((it) => join(folder, it));
  throw new CliError(`${folder}: has ${names.length} definition files; the limit is ${MOST_FILES}`);
}

/** Made-up calendars for the names in the folder: an engine has those of its start. */
export async function calendarsIn(io: Io, folder: string): Promise<ReturnType<typeof madeUpCalendars>> {
  if (!existsSync(resolve(io.cwd, folder))) return {};
  const files = await Promise.all((await filesOf(io, folder)).map((it) => checkedFile(io, it)));
  const made = files.flatMap((it) => it.valid.map(madeUpCalendars));
  return Object.fromEntries(made.flatMap((it) => Object.entries(it)));
}

/** Reads every file and registers the valid ones; invalid ones keep their last version. */
export async function keptFolder(
  io: Io,
  folder: string,
  { operations, calendars }: { readonly operations: WorkspaceOperations; readonly calendars: object },
): Promise<KeptFile[]> {
  const known = { calendars: new Set(Object.keys(calendars)) };
  const seen = new Map<string, string>();
  const all: KeptFile[] = [];
  for (const file of await filesOf(io, folder)) {
    const checked = await checkedFile(io, file, known);
    const twice = checked.ids.flatMap((id) => {
      const first = seen.get(id);
      seen.set(id, first ?? file);
      return first === undefined
        ? []
        : [findingOf(file, id, 'defined-twice', `"${id}" is in ${first} as well`)];
    });
    const names = new Set(twice.map((it) => it.definitionId));
    const wanted = checked.valid.filter((it) => !names.has(idOf(it)));
    const { kept, refused } = await keep(file, wanted, operations);
    all.push({ ...checked, findings: [...checked.findings, ...twice, ...refused], kept });
  }
  return all;
}

async function keep(file: string, definitions: readonly JsonObject[], operations: WorkspaceOperations) {
  const kept: KeptDefinition[] = [];
  const refused: Finding[] = [];
  for (const it of definitions) {
    const definitionId = idOf(it);
    try {
      const { created, updated, version } = await operations.definitions.ensure(it as never);
      kept.push({ definitionId, version, isNew: created || updated });
    } catch (error) {
      if (!(error instanceof ApprovalError) || error.status === 'UNAVAILABLE') throw error;
      refused.push(findingOf(file, definitionId, error.status, error.message));
    }
  }
  return { kept, refused };
}

function findingOf(file: string, definitionId: string, code: string, message: string): Finding {
  const place = { text: '', line: 1, column: 1, path: '' };
  return { file, ...place, severity: 'error', code, message, definitionId };
}

/** Editors write a file in several steps, so that changes settle first. */
const SETTLED_MS = 150;

/** Calls `changed` shortly after each change, one call at a time, until `signal` aborts. */
export function watchFolder(
  io: Io,
  folder: string,
  changed: () => Promise<void>,
  onError: (error: unknown) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const run = () => {
    last = last.then(changed).catch(onError);
  };
  const watcher: FSWatcher = watch(resolve(io.cwd, folder), () => {
    clearTimeout(timer);
    timer = setTimeout(run, SETTLED_MS);
  });
  watcher.on('error', onError);
  const close = () => {
    clearTimeout(timer);
    watcher.close();
  };
  io.signal.addEventListener('abort', close, { once: true });
}
