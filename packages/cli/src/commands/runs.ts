/** `approval runs`, `inbox`, `decide` and `remind`: commands on runs and their steps. */
import type { ApprovalStore, JsonObject } from '@org/approval-core';
import type { ExecutionKey } from '@org/approval-core/store';
import type { PageView } from '@org/approval-core/views';
import { beginning } from '@org/approval-internal/character-count';
import { moneyText } from '@org/approval-internal/shown';
import { seen } from '@org/approval-internal/unseen';
import { jsonText } from '../report/json.js';
import { CliError, EXIT, type Io } from '../io.js';
import { table, timeText } from '../report/table.js';
import { type StoreOptions, withStore } from './store.js';

interface ListOptions extends StoreOptions {
  readonly json: boolean;
  readonly definition: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface RunsOptions extends ListOptions {
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined;
  readonly outcome: string | undefined;
}

export const runs = (
  io: Io,
  { definition, status, outcome, limit, cursor, ...options }: RunsOptions,
): Promise<number> =>
  withStore(io, options, async ({ operations }) => {
    const page = await operations.executions.list({
      ...(definition !== undefined && { definitionId: definition }),
      ...(status !== undefined && { status }),
      ...(outcome !== undefined && { outcome }),
      ...(cursor !== undefined && { cursor }),
      pageSize: limit,
    });
    const rows = page.items.map((it) => [
      titleText(it.presentation?.title ?? ''),
      it.executionId,
      `${it.definitionId} v${it.definitionVersion}`,
      it.status,
      it.outcome ?? '',
      timeText(it.createdAt),
      it.failureReason?.code ?? '',
    ]);
    show(
      io,
      options.json,
      page,
      ['title', 'run', 'definition', 'status', 'outcome', 'dispatched', 'reason'],
      rows,
    );
    return EXIT.done;
  });

export interface InboxOptions extends ListOptions {
  readonly reviewer: string | undefined;
}

export const inbox = (
  io: Io,
  { definition, reviewer, limit, cursor, ...options }: InboxOptions,
): Promise<number> =>
  withStore(io, options, async ({ operations }) => {
    const page = await operations.steps.listWaiting({
      ...(definition !== undefined && { definitionId: definition }),
      ...(reviewer !== undefined && { reviewerId: reviewer }),
      ...(cursor !== undefined && { cursor }),
      pageSize: limit,
    });
    const rows = page.items.map((it) => [
      titleText(it.title),
      it.amount === null ? '' : moneyText(it.amount),
      it.executionId,
      it.stepId,
      it.waitingForReviewers.join(', '),
      timeText(it.waitingSince),
      timeText(it.dueAt),
    ]);
    show(io, options.json, page, ['title', 'amount', 'run', 'step', 'waits for', 'since', 'due'], rows);
    return EXIT.done;
  });

/** Columns of a title. */
const TITLE_WIDTH = 60;

const titleText = (title: string): string => {
  const text = seen(title);
  return text.length <= TITLE_WIDTH ? text : `${beginning(text, TITLE_WIDTH - 1)}…`;
};

function show(
  io: Io,
  json: boolean,
  page: PageView<object>,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  if (json) {
    io.out(`${jsonText(page, 2)}\n`);
    return;
  }
  io.out(rows.length === 0 ? 'nothing\n' : table(head, rows));
  if (page.nextCursor !== null) io.err(`more: --cursor ${page.nextCursor}\n`);
}

export interface DecideOptions extends StoreOptions {
  readonly json: boolean;
  readonly reviewer: string;
  readonly decision: 'approve' | 'reject' | 'abstain';
  readonly onBehalfOf: string | undefined;
  readonly reason: string | undefined;
  readonly reasonCode: string | undefined;
  readonly values: JsonObject | undefined;
  readonly subjectDigest: string | undefined;
  readonly round: number | undefined;
}

export const decide = (
  io: Io,
  executionId: string,
  stepId: string,
  { reviewer, json, store: url, workspace, ...said }: DecideOptions,
): Promise<number> =>
  withStore(io, { store: url, workspace }, async ({ store, operations }) => {
    await refuseCalendars(store, { workspaceId: workspace, executionId });
    const result = await operations.steps.recordReviewerDecision({
      ...{ executionId, stepId, reviewerId: reviewer, ...said },
    });
    const waits =
      result.aggregatorStatus === 'resolved' ? 'the step is decided' : 'the step waits for others';
    const message = result.recorded ? `recorded; ${waits}` : 'it was already recorded';
    io.out(json ? `${jsonText(result)}\n` : `${message}\n`);
    return EXIT.done;
  });

/**
 * This command's own engine commits what follows from a decision, and a step fails without its
 * calendar. The engine reports a run that does not exist.
 */
async function refuseCalendars(store: ApprovalStore, key: ExecutionKey): Promise<void> {
  const [state] = await store.loadExecutions([key]);
  if (state === null || state === undefined) return;
  const { definitionUid: uid, definitionVersion: version } = state;
  const [definition] = await store.loadDefinitions([{ workspaceId: key.workspaceId, uid, version }]);
  const counts = Object.values(definition?.compiled.nodes ?? {}).find(({ sla }) => sla !== undefined);
  if (counts?.sla === undefined) return;
  throw new CliError(
    `nothing was recorded: node "${counts.nodeId}" uses the calendar "${counts.sla.calendar}", which only ` +
      'your service has; decide through your service, since the step would fail here',
  );
}

export interface RemindOptions extends StoreOptions {
  readonly json: boolean;
  readonly actor: string;
  readonly user: string | undefined;
}

/** Access to the database makes the caller an administrator, as for `decide`. */
export const remind = (
  io: Io,
  executionId: string,
  stepId: string,
  { actor, user, json, ...options }: RemindOptions,
): Promise<number> =>
  withStore(io, options, async ({ operations }) => {
    const request = { executionId, stepId, actorId: actor, ...(user !== undefined && { userId: user }) };
    const result = await operations.steps.remind(request, { asAdministrator: true });
    const message = result.reminded
      ? `reminded: ${result.userIds.join(', ')}`
      : 'they were reminded less than a minute ago';
    io.out(json ? `${jsonText(result)}\n` : `${message}\n`);
    return EXIT.done;
  });
