/** The store of a command, and an engine on it that runs no jobs. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type WorkspaceOperations,
  createApprovalEngine,
} from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '@org/approval-internal/errors';
import { CliError, type Io } from '../io.js';

export interface StoreOptions {
  readonly store: string | undefined;
  readonly workspace: string;
}

export interface Opened {
  readonly store: ApprovalStore;
  readonly engine: ApprovalEngine;
  readonly operations: WorkspaceOperations;
}

export function urlOf({ env }: Io, store: string | undefined): string {
  const url = store ?? env['APPROVAL_STORE'];
  if (url !== undefined && url !== '') return url;
  throw new CliError('no store: pass --store sqlite:FILE, postgres://… or mysql://…, or set APPROVAL_STORE');
}

/** The address without passwords: those before `@`, and parameters that may hold one. */
export const shownUrl = (url: string): string =>
  url.replace(/\/\/.*@/s, '//…@').replace(/([?&][a-z]*pass[a-z]*=)[^&#]*/gi, '$1…');

/** File of a SQLite store, relative to the folder of the command; null for other stores. */
function fileOf({ cwd }: Io, url: string): string | null {
  const [, file = ''] = /^sqlite:(.*)$/s.exec(url) ?? [];
  return file === '' || /:memory:|mode=memory|^file:/.test(file) ? null : resolve(cwd, file);
}

/** The same store for a process that starts in another folder. */
export function openUrl(io: Io, url: string): string {
  const file = fileOf(io, url);
  return file === null ? url : `sqlite:${file}`;
}

/** Reports a SQLite file that does not exist, since opening it would create it; null otherwise. */
export function missingFile(io: Io, url: string): string | null {
  const file = fileOf(io, url);
  return file === null || existsSync(file) ? null : `${file} does not exist; to create it, ${MIGRATE}`;
}

/** Advice for a store whose tables are incomplete, in words of the command line. */
export const MIGRATE = 'run approval migrate up';
export const inCommands = (message: string): string => message.replace('call migrate first', MIGRATE);

/** Opens a store without migrating it. This process does not call agents or apply deadlines. */
export async function withStore<T>(
  io: Io,
  { store: given, workspace }: StoreOptions,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const url = urlOf(io, given);
  const missing = missingFile(io, url);
  if (missing !== null) throw new CliError(`${shownUrl(url)}: ${missing}`);
  const { store, close } = await openStore(openUrl(io, url), { migrate: false, connections: 2 }).catch(
    (error: unknown) => {
      throw new CliError(`${shownUrl(url)}: ${inCommands(messageOf(error))}`);
    },
  );
  const silent = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const engine = createApprovalEngine({ store, jobs: { run: false }, logger: silent });
  try {
    return await work({ store, engine, operations: engine.forWorkspace(workspace) });
  } finally {
    await engine.stop();
    await close();
  }
}
