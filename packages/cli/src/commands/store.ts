/** The store that a command works on, and an engine on it that runs no jobs. */
import {
  type ApprovalEngine,
  type ApprovalStore,
  type WorkspaceOperations,
  createApprovalEngine,
} from '@org/approval-core';
import { openStore } from '@org/approval-store-sql/open';
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
  throw new CliError('no store: say --store sqlite:FILE, postgres://… or mysql://…, or set APPROVAL_STORE');
}

/** A password has no place in a message, whatever signs are in it, and where else a driver takes it from. */
export const shownUrl = (url: string): string =>
  url.replace(/\/\/.*@/s, '//…@').replace(/([?&][a-z]*pass[a-z]*=)[^&#]*/gi, '$1…');

/** Never migrates: that is a command of its own. Agents are not called and deadlines not applied by this process. */
export async function withStore<T>(
  io: Io,
  { store: given, workspace }: StoreOptions,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const url = urlOf(io, given);
  const { store, close } = await openStore(url, { migrate: false, connections: 2 }).catch(
    (error: unknown) => {
      throw new CliError(`${shownUrl(url)}: ${(error as Error).message}`);
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
