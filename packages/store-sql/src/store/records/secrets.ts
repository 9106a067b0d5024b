/** Sealed secrets: first those of definitions, then those of executions. */
import type { Page, PageRequest, SealedSecret, SecretStore } from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import { transact } from '../../sql/retry.js';
import { sql } from '../../sql/dialect.js';
import type { StoreContext } from '../context.js';
import { cursorOf } from '../read/cursor.js';
import { type Listing, listPage } from '../read/page.js';
import type { ExecutionKeyRow } from '../rows/executions.js';

export const secretStore = (context: StoreContext): SecretStore => ({
  listSecrets: (page) => listSecrets(context, page),
  replaceSecret: async ({ owner, sealed }, next) => {
    const { names } = context;
    const { count } = await transact(context.driver, (session) =>
      session.run(
        owner.kind === 'definition'
          ? sql(
              `update ${names.definition_versions} set sealed_secrets = ?
               where workspace_id = ? and uid = ? and version = ? and sealed_secrets = ?`,
              [next, owner.workspaceId, owner.uid, owner.version, sealed],
            )
          : sql(
              `update ${names.executions} set sealed_secret = ?
               where workspace_id = ? and execution_id = ? and sealed_secret = ?`,
              [next, owner.workspaceId, owner.executionId, sealed],
            ),
      ),
    );
    return count === 1;
  },
});

interface VersionSecretRow extends Pick<RowOf<'definition_versions'>, 'workspace_id' | 'uid' | 'version'> {
  readonly sealed: string;
}

const ofDefinitions = ({ names }: StoreContext): Listing<VersionSecretRow, SealedSecret> => ({
  shape: { tag: 'sd', types: ['string', 'string', 'number'] },
  from: `select workspace_id, uid, version, sealed_secrets as sealed from ${names.definition_versions}`,
  where: [['sealed_secrets is not null']],
  order: ['workspace_id', 'uid', 'version'],
  direction: 'asc',
  position: (row) => [row.workspace_id, row.uid, row.version],
  item: ({ workspace_id: workspaceId, uid, version, sealed }) => ({
    owner: { kind: 'definition', workspaceId, uid, version },
    sealed,
  }),
});

interface ExecutionSecretRow extends ExecutionKeyRow {
  readonly sealed: string;
}

const ofExecutions = ({ names }: StoreContext): Listing<ExecutionSecretRow, SealedSecret> => ({
  shape: { tag: 'sx', types: ['string', 'string'] },
  from: `select workspace_id, execution_id, sealed_secret as sealed from ${names.executions}`,
  where: [['sealed_secret is not null']],
  order: ['workspace_id', 'execution_id'],
  direction: 'asc',
  position: (row) => [row.workspace_id, row.execution_id],
  item: ({ workspace_id: workspaceId, execution_id: executionId, sealed }) => ({
    owner: { kind: 'execution', workspaceId, executionId },
    sealed,
  }),
});

/** Sorts before any workspace. */
const START_OF_EXECUTIONS = cursorOf({ tag: 'sx', types: ['string', 'string'] }, ['', '']);

/** The second listing begins where the first one ends; a cursor names its listing. */
async function listSecrets(context: StoreContext, page: PageRequest): Promise<Page<SealedSecret>> {
  const definitions = await listPage(context, ofDefinitions(context), page);
  if (definitions === 'bad-cursor') return listPage(context, ofExecutions(context), page);
  const room = page.limit - definitions.items.length;
  if (definitions.cursor !== null) return definitions;
  // At least one, to see if any exist.
  const executions = await listPage(context, ofExecutions(context), {
    limit: Math.max(1, room),
    cursor: null,
  });
  if (executions === 'bad-cursor') return executions;
  if (room > 0) return { items: [...definitions.items, ...executions.items], cursor: executions.cursor };
  return { items: definitions.items, cursor: executions.items.length === 0 ? null : START_OF_EXECUTIONS };
}
