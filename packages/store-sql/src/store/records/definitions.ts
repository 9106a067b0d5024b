/** Definitions: a head that names the newest version, and immutable versions. */
import type {
  DefinitionHead,
  DefinitionKey,
  DefinitionRef,
  DefinitionStore,
  DefinitionVersion,
  Page,
  PageRequest,
  TriggerPlan,
} from '@org/approval-core/store';
import type { RowOf } from '../../schema/tables.js';
import type { Session } from '../../sql/driver.js';
import { read, transact } from '../../sql/retry.js';
import { insertRows, runAll, selectRows } from '../../schema/statements.js';
import { sql } from '../../sql/dialect.js';
import type { StoreContext } from '../context.js';
import { listPage } from '../read/page.js';
import {
  ACTIVE,
  ACTIVE_COLUMNS,
  activeValues,
  activeValuesOf,
  headRow,
  versionOf,
  versionRow,
} from '../rows/definitions.js';
import type { QueueScans } from '../jobs/queue-scans.js';
import { textKey } from '../text-key.js';
import { exceedsBounds } from './trigger-bounds.js';
import { type WrittenJobs, deletePlan, replacePlan, writePlan } from './trigger-plans.js';

interface Created {
  readonly workspaceId: string;
  readonly uid: string;
}

export function definitionStore(context: StoreContext, scans: QueueScans): DefinitionStore {
  const { driver } = context;
  /** Tells the scans which jobs the last try wrote. */
  const told = async <T>(write: (tell: Tell) => Promise<T>): Promise<T> => {
    let written: WrittenJobs = [];
    const result = await write((jobs) => (written = jobs));
    scans.written(() => written);
    return result;
  };
  return {
    createDefinition: (first, plan) => told((tell) => create(context, { first, plan, tell })),
    addDefinitionVersion: (next, plan) =>
      told((tell) =>
        transact(driver, (session, { afterLoss }) => add(context, session, { next, plan, tell, afterLoss })),
      ),
    deleteDefinition: (ref) =>
      transact(driver, (session, { afterLoss }) => remove(context, session, ref, afterLoss)),
    findDefinitions: (keys) => findHeads(context, keys),
    loadDefinitions: (refs) => load(context, refs),
    listDefinitions: (scope, page) => list(context, scope, page),
  };
}

const list = (
  context: StoreContext,
  scope: Omit<DefinitionKey, 'definitionId'>,
  page: PageRequest,
): Promise<Page<DefinitionVersion>> =>
  listPage<RowOf<'definition_versions'>, DefinitionVersion>(
    context,
    {
      shape: { tag: 'd', types: ['string'] },
      from: `select v.* from ${context.names.definitions} d join ${context.names.definition_versions} v
        on v.workspace_id = d.workspace_id and v.uid = d.uid and v.version = d.version`,
      where: [
        ['d.workspace_id = ?', scope.workspaceId],
        ['d.organization_id = ?', scope.organizationId ?? ''],
        ['d.document_id = ?', scope.documentId ?? ''],
        ["d.deleted = ''"],
      ],
      order: ['d.definition_id'],
      direction: 'asc',
      position: (row) => [versionOf(row).definitionId],
      item: versionOf,
    },
    page,
  );

type Tell = (jobs: WrittenJobs) => void;

interface Planned {
  readonly plan: TriggerPlan | undefined;
  readonly tell: Tell;
}

async function create(
  context: StoreContext,
  { first, plan, tell }: Planned & { readonly first: DefinitionVersion },
): Promise<'created' | 'exists' | 'full'> {
  return transact(context.driver, async (session) => {
    const [known] = await findHeads(context, [first], session);
    // After a lost connection it may be our own row.
    if (known) return known.uid === first.uid ? 'created' : 'exists';
    if (await exceedsBounds(context, session, first, plan)) return 'full';
    await runAll(context, session, [
      ...insertRows(context, 'definitions', [headRow(first)]),
      ...insertRows(context, 'definition_versions', [versionRow(first)]),
    ]);
    tell(await writePlan(context, session, first, plan));
    return 'created';
  });
}

/** Waits for the current writer of the head and locks it until the transaction ends. */
async function lockHead(
  context: StoreContext,
  session: Session,
  { workspaceId, uid }: Created,
): Promise<RowOf<'definitions'> | null> {
  const [head] = await selectRows(context, session, 'definitions', [[workspaceId, uid]], { lock: 'update' });
  return head ?? null;
}

async function add(
  context: StoreContext,
  session: Session,
  {
    next,
    plan,
    tell,
    afterLoss,
  }: Planned & { readonly next: DefinitionVersion; readonly afterLoss: boolean },
): Promise<'added' | 'conflict' | 'absent' | 'full'> {
  const { names } = context;
  const head = await lockHead(context, session, next);
  if (head?.deleted !== ACTIVE) return 'absent';
  if (head.version !== next.version - 1) {
    const mine = afterLoss && (await isStored(context, session, next));
    return mine ? 'added' : 'conflict';
  }
  if (await exceedsBounds(context, session, next, plan)) return 'full';
  await runAll(context, session, insertRows(context, 'definition_versions', [versionRow(next)]));
  await session.run(
    sql(`update ${names.definitions} set version = ? where workspace_id = ? and uid = ?`, [
      next.version,
      next.workspaceId,
      next.uid,
    ]),
  );
  tell(await replacePlan(context, session, next, plan));
  return 'added';
}

async function isStored(context: StoreContext, session: Session, next: DefinitionVersion): Promise<boolean> {
  const { workspaceId, uid, version } = next;
  const [row] = await selectRows(context, session, 'definition_versions', [[workspaceId, uid, version]]);
  return row?.body === versionRow(next).body;
}

async function remove(
  context: StoreContext,
  session: Session,
  ref: Created,
  afterLoss: boolean,
): Promise<'deleted' | 'in-use' | 'absent'> {
  const { names } = context;
  const head = await lockHead(context, session, ref);
  if (head === null) return 'absent';
  if (head.deleted !== ACTIVE) return afterLoss ? 'deleted' : 'absent';
  // Creations lock the head as well, so none happens between this read and the commit.
  const { rows } = await session.run(
    sql(
      `select execution_id from ${names.executions}
       where workspace_id = ? and definition_uid = ? and ended_at is null limit 1`,
      [ref.workspaceId, ref.uid],
    ),
  );
  if (rows.length > 0) return 'in-use';
  await session.run(
    sql(`update ${names.definitions} set deleted = uid where workspace_id = ? and uid = ?`, [
      ref.workspaceId,
      ref.uid,
    ]),
  );
  await deletePlan(context, session, ref);
  return 'deleted';
}

export async function findHeads(
  context: StoreContext,
  keys: readonly DefinitionKey[],
  within?: Session,
): Promise<(DefinitionHead | null)[]> {
  const { dialect, names, driver } = context;
  const found = new Map<string, DefinitionHead>();
  const look = async (session: Session): Promise<void> => {
    // Executions that start together usually share a definition.
    const wanted = new Map(keys.map(activeValues).map((values) => [textKey(...values), values]));
    for (const chunk of dialect.chunks([...wanted.values()])) {
      const { text, params } = dialect.matching(ACTIVE_COLUMNS, chunk);
      const statement = sql<RowOf<'definitions'>>(`select * from ${names.definitions} where ${text}`, params);
      for (const row of (await session.run(statement)).rows) {
        found.set(textKey(...activeValuesOf(row)), { uid: row.uid, version: row.version });
      }
    }
  };
  await (within === undefined ? read(driver, look) : look(within));
  return keys.map((key) => found.get(textKey(...activeValues(key))) ?? null);
}

async function load(
  context: StoreContext,
  refs: readonly DefinitionRef[],
): Promise<(DefinitionVersion | null)[]> {
  const keys = refs.map(({ workspaceId, uid, version }) => [workspaceId, uid, version]);
  const rows = await read(context.driver, (session) =>
    selectRows(context, session, 'definition_versions', keys),
  );
  const found = new Map(rows.map((row) => [textKey(row.workspace_id, row.uid, row.version), versionOf(row)]));
  return keys.map((key) => found.get(textKey(...key)) ?? null);
}
