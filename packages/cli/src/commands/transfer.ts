/** `approval export` and `import`: one run as one file. */
import type { ApprovalStore } from '@org/approval-core';
import { type DefinitionVersion, type ExecutionKey, randomIds } from '@org/approval-core/store';
import { type EngineEvent, fold, initialState } from '@org/approval-core/interpreter';
import { IMPORTED_UID, changeBetween } from '@org/approval-core/internal';
import { jsonText } from '../report/json.js';
import { readText, writeResult } from '../files/read.js';
import { type RunFile, parseRunFile, runFileOf } from '../files/run-file.js';
import { CliError, EXIT, type Io } from '../io.js';
import { type StoreOptions, withStore } from './store.js';

export interface ExportOptions extends StoreOptions {
  readonly output: string | undefined;
}

export const exportRun = (io: Io, executionId: string, options: ExportOptions): Promise<number> =>
  withStore(io, options, async ({ store }) => {
    const key = { workspaceId: options.workspace, executionId };
    const [state] = await store.loadExecutions([key]);
    if (state === null || state === undefined)
      throw new CliError(`this workspace has no run "${executionId}"`);
    const { definitionUid: uid, definitionVersion: version } = state;
    const [definition] = await store.loadDefinitions([{ workspaceId: key.workspaceId, uid, version }]);
    if (definition === null || definition === undefined)
      throw new CliError(`the definition of "${executionId}" is gone`);
    const file = runFileOf(definition, state, await eventsOf(store, key, state.seq));
    await writeResult(io, options.output, `${jsonText(file, 2)}\n`);
    return EXIT.done;
  });

/** Stops at the state that was loaded, since an active run may have moved on. */
async function eventsOf(store: ApprovalStore, key: ExecutionKey, last: number): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  while (events.length < last) {
    const limit = Math.min(500, last - events.length);
    const page = await store.readEvents({ ...key, afterSeq: events.length, limit, externalOnly: false });
    if (page.length === 0) throw new CliError('the store lacks events of the run');
    events.push(...page);
  }
  return events;
}

/**
 * Imports into an empty workspace. The run is there to be inspected: it has no jobs, and the engine
 * refuses to run it or its definition.
 */
export const importRun = async (
  io: Io,
  file: string,
  options: StoreOptions & { readonly json: boolean },
): Promise<number> => {
  const run = parseRunFile(file, await readText(io, file));
  return withStore(io, options, async ({ store }) => {
    await requireEmpty(store, options.workspace);
    const definition = await definitionFor(store, options.workspace, run);
    const header = {
      ...run.header,
      workspaceId: options.workspace,
      // A key would be taken from dispatches.
      idempotencyKey: null,
      definitionUid: definition.uid,
      definitionId: definition.definitionId,
      definitionVersion: definition.version,
    };
    const state = fold(header, run.events);
    const made = { events: run.events, jobs: [], claims: [], receiver: null };
    const [result] = await store.commit([changeBetween(initialState(header), state, made)]);
    if (result?.kind !== 'committed')
      throw new CliError(
        `${header.executionId} is in workspace "${options.workspace}" already (${String(result?.kind)})`,
      );
    const { executionId } = header;
    const { workspace } = options;
    io.out(
      options.json
        ? `${jsonText({ executionId, workspace })}\n`
        : `${executionId} is in workspace "${workspace}"\n`,
    );
    return EXIT.done;
  });
};

/**
 * A definition beside others could be started in their place, and a run take the key of another.
 */
async function requireEmpty(store: ApprovalStore, workspaceId: string): Promise<void> {
  const one = { limit: 1, cursor: null };
  const [definitions, executions] = await Promise.all([
    store.listDefinitions({ workspaceId, organizationId: null, documentId: null }, one),
    store.listExecutions({ workspaceId }, one),
  ]);
  const [first] = [definitions, executions].flatMap((page): readonly { readonly definitionId: string }[] =>
    page === 'bad-cursor' ? [] : page.items,
  );
  if (first === undefined) return;
  throw new CliError(
    `workspace "${workspaceId}" has "${first.definitionId}" already; import into an empty one: --workspace NAME`,
  );
}

async function definitionFor(
  store: ApprovalStore,
  workspaceId: string,
  { definition }: RunFile,
): Promise<DefinitionVersion> {
  const imported = {
    ...definition,
    workspaceId,
    uid: `${IMPORTED_UID}${randomIds.next('def')}`,
    version: 1,
    sealedSecrets: null,
    // Without a scope it takes the place of no other definition.
    ...{ organizationId: null, documentId: null },
  };
  if ((await store.createDefinition(imported)) === 'created') return imported;
  throw new CliError(`another process has filled workspace "${workspaceId}" meanwhile; import again`);
}
