/** Checks the runs of a workspace in a live store one by one, and reports impossible states. */
import { checkExecution } from '../../checker/check.js';
import type { ExecutionKey, ExecutionSummary } from '../../ports/store/executions.js';
import type { EngineContext } from '../context.js';
import { boundToQuery } from '../operations/bound-cursor.js';
import { type Operating, operate } from '../operations/operation.js';
import { type DoctorRequest, doctor } from '../shapes/doctor/request.js';
import { type PageView, takePage } from '../shapes/shared/page.js';
import { lostChildren } from './children.js';
import { type Fixing, isFixed, fixWork, fixableCodes } from './fix.js';
import { type ExaminingSchedules, examineSchedules } from './schedules.js';
import { MOST_EVENTS, readRun } from './read-run.js';
import {
  type DoctorFinding,
  type DoctorReport,
  ENOUGH_FINDINGS,
  FINDINGS_PER_RUN,
  findingOf,
} from './report.js';

const RUNS_AT_ONCE = 50;
/** A run that changes at each of these reads is active, not broken. */
const LOOKS = 5;

/** Findings of a run; `unsettled`: it kept changing. */
type Diagnosis = readonly DoctorFinding[] | 'unsettled';

/** Parts that runs are examined with. */
type Examining = Operating &
  Fixing &
  ExaminingSchedules &
  Pick<EngineContext, 'parser' | 'reads' | 'stopping'>;

/** Checks up to the requested number of runs, newest first. */
export function examine(
  context: Examining,
  defaultWorkspace: string,
  request: DoctorRequest,
): Promise<DoctorReport> {
  const {
    workspaceId = defaultWorkspace,
    executionId,
    fix,
    ...query
  } = context.parser.parse(doctor, request);
  const look = (it: string) =>
    operate(context, () =>
      context.reads.within(() => diagnose(context, { workspaceId, executionId: it }, fix)),
    );
  const seen = new Seen(context.store.listJobs !== undefined);
  if (executionId === undefined) {
    const { cursor } = query;
    // A call with a cursor goes on with the runs.
    const schedules =
      cursor === undefined ? operate(context, () => examineSchedules(context, workspaceId, fix)) : null;
    return Promise.resolve(schedules).then((found) => {
      seen.noteOthers(found ?? []);
      return examineRuns(context, seen, { workspaceId, ...query }, look);
    });
  }
  return look(executionId).then((found) => {
    seen.note(executionId, found);
    return seen.report(null);
  });
}

/** Filter and number of runs. */
interface Batch {
  readonly workspaceId: string;
  readonly since?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

async function examineRuns(
  context: Examining,
  seen: Seen,
  { workspaceId, since = 0, limit, cursor: given }: Batch,
  look: (executionId: string) => Promise<Diagnosis>,
): Promise<DoctorReport> {
  let cursor = given ?? null;
  do {
    const count = Math.min(RUNS_AT_ONCE, limit - seen.checked);
    const { items, nextCursor } = await operate(context, () =>
      pageOf(context, { workspaceId, since }, { limit: count, cursor }),
    );
    const wanted = items.filter((it) => it.createdAt >= since);
    for (const { executionId } of wanted) seen.note(executionId, await look(executionId));
    cursor = wanted.length < items.length ? null : nextCursor;
  } while (cursor !== null && seen.checked < limit && !seen.isFull && !context.stopping.aborted);
  return seen.report(cursor);
}

const pageOf = (
  { store }: Fixing,
  query: { readonly workspaceId: string; readonly since: number },
  page: { readonly limit: number; readonly cursor: string | null },
): Promise<PageView<ExecutionSummary>> =>
  boundToQuery({ doctor: true, ...query }, page, async (it) => {
    const { items, rest } = takePage(await store.listExecutions({ workspaceId: query.workspaceId }, it));
    return { items: [...items], ...rest };
  });

async function diagnose(context: Fixing, key: ExecutionKey, fix: boolean): Promise<Diagnosis> {
  let fixing: readonly DoctorFinding[] = [];
  for (let looks = 0; looks < LOOKS; looks++) {
    const run = await readRun(context, key);
    if (run.kind === 'gone') return fixing;
    if (run.kind !== 'read') return [unreadable(key, run.kind)];
    const { record } = run;
    const found = checkExecution(record);
    const lost = await lostChildren(context, record);
    if (found.length + lost.length > 0 && !(await run.isSettled())) continue;
    const fixed = fixing.map((it) => ({ ...it, fixed: isFixed(record, it.code) }));
    const fixable = fixableCodes(
      record,
      [...found, ...lost].map((it) => it.code),
    );
    const findings = [...found.map((it) => findingOf(it, fixable.includes(it.code))), ...lost];
    const isDone = !fix || fixing.length > 0 || fixable.length === 0;
    if (isDone) return [...fixed.filter((it) => it.fixed), ...findings];
    await fixWork(context, record);
    fixing = findings.filter((it) => it.fixable);
  }
  return fixing.length > 0 ? fixing : 'unsettled';
}

const REASONS = {
  'definition-lost': 'the version of the definition that it runs on is not in the store',
  'too-many-events': `it has more than ${MOST_EVENTS} events, and was not looked at`,
} as const;

const unreadable = (key: ExecutionKey, code: keyof typeof REASONS): DoctorFinding => {
  const { workspaceId, executionId } = key;
  return findingOf(
    { code, message: REASONS[code], workspaceId, executionId, stepId: null, seq: null },
    false,
  );
};

/** Findings and counts so far. */
class Seen {
  checked = 0;
  private readonly findings: DoctorFinding[] = [];
  private readonly unsettled: string[] = [];
  private readonly jobsChecked: boolean;
  private omitted = 0;

  constructor(jobsChecked: boolean) {
    this.jobsChecked = jobsChecked;
  }

  get isFull(): boolean {
    return this.findings.length >= ENOUGH_FINDINGS;
  }

  note(executionId: string, diagnosis: Diagnosis): void {
    this.checked += 1;
    if (diagnosis === 'unsettled') {
      this.unsettled.push(executionId);
      return;
    }
    this.findings.push(...diagnosis.slice(0, FINDINGS_PER_RUN));
    this.omitted += Math.max(0, diagnosis.length - FINDINGS_PER_RUN);
  }

  /** Findings that belong to no run. */
  noteOthers(findings: readonly DoctorFinding[]): void {
    this.findings.push(...findings);
  }

  report(nextCursor: string | null): DoctorReport {
    const { checked, findings, omitted, unsettled, jobsChecked } = this;
    return { checked, findings, omitted, unsettled, jobsChecked, nextCursor };
  }
}
