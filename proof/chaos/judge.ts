/** The end: one process finishes all runs, then acknowledgments are compared. */
import { type ApprovalEngine, type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import type { ExecutionSummary } from '@org/approval-core/store';
import { type DoctorFinding, type EngineEvent, isTerminal } from '@org/approval-core/interpreter';
import { createTestReceiver } from '@org/approval-testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledged } from './ledger.js';
import { WORKSPACE } from './settings.js';

export interface Verdict {
  readonly runs: number;
  readonly acknowledged: number;
  /** Acknowledged calls that are missing. */
  readonly lost: readonly string[];
  /** Acknowledged calls that exist more than once. */
  readonly doubled: readonly string[];
  /** Runs that did not end although everything worked and all reviewers decided. */
  readonly stuck: readonly string[];
  /** Findings of the doctor on all runs. */
  readonly findings: readonly DoctorFinding[];
  /** Time to finish the open runs, in ms. */
  readonly finishedMs: number;
}

const FINISH_MS = 240_000;

export async function judge(
  store: ApprovalStore,
  ledger: readonly Acknowledged[],
  finishMs = FINISH_MS,
): Promise<Verdict> {
  const engine = createApprovalEngine({
    store,
    agents: { scan: () => ({ passed: true }) },
    jobs: { pollMs: 100, agentConcurrency: 32 },
    webhooks: { transport: createTestReceiver() },
    allowPlaintextSecrets: true,
  });
  const started = Date.now();
  const { steps } = engine.forWorkspace(WORKSPACE);
  const isOver = async () => {
    const { items } = await steps.listWaiting({ pageSize: 200 });
    const asked = items.flatMap(({ executionId, stepId, waitingForReviewers }) =>
      waitingForReviewers
        .filter((it) => it !== 'nobody')
        .map((reviewerId) =>
          steps.recordReviewerDecision({ executionId, stepId, reviewerId, decision: 'approve' }),
        ),
    );
    // Another decision may have ended the step before.
    await Promise.allSettled(asked);
    if ((await open(store, 1)).length > 0) return false;
    const { jobs, deliveries } = await engine.forWorkspace(WORKSPACE).health();
    return jobs.running === 0 && deliveries.pending === 0;
  };
  while (!(await isOver()) && Date.now() - started < finishMs) await sleep(250);
  const finishedMs = Date.now() - started;
  const stuck = (await open(store, 100)).map((it) => it.executionId);
  const { runs, findings } = await examined(engine);
  await engine.stop();
  return { runs, findings, stuck, finishedMs, acknowledged: ledger.length, ...(await held(store, ledger)) };
}

async function open(store: ApprovalStore, limit: number): Promise<readonly ExecutionSummary[]> {
  const found: ExecutionSummary[] = [];
  for (const status of ['pending', 'running'] as const) {
    const page = await store.listExecutions({ workspaceId: WORKSPACE, status }, { limit, cursor: null });
    if (page !== 'bad-cursor') found.push(...page.items.filter((it) => !isTerminal(it.status)));
  }
  return found;
}

async function examined(engine: ApprovalEngine) {
  const findings: DoctorFinding[] = [];
  let runs = 0;
  let cursor: string | null = null;
  do {
    const report = await engine.doctor({ workspaceId: WORKSPACE, ...(cursor !== null && { cursor }) });
    runs += report.checked;
    findings.push(...report.findings);
    cursor = report.nextCursor;
  } while (cursor !== null);
  return { runs, findings };
}

/** Reads each run once, counts its decisions, and checks that its key leads to it. */
async function held(store: ApprovalStore, ledger: readonly Acknowledged[]) {
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const [executionId, acknowledged] of grouped(ledger)) {
    const query = { workspaceId: WORKSPACE, executionId, afterSeq: 0, limit: 100_000, externalOnly: false };
    const events = await store.readEvents(query);
    const counts = new Map<string, number>();
    for (const it of events.flatMap(decisionsOf)) counts.set(it, (counts.get(it) ?? 0) + 1);
    for (const [decision, times] of counts) if (times > 1) doubled.push(`${executionId} ${decision}`);
    for (const { what, rest } of acknowledged) {
      const isThere =
        what === 'decided' ? counts.has(rest.join(' ')) : await leadsTo(store, rest[0], executionId);
      if (!isThere) lost.push([what, executionId, ...rest].join(' '));
    }
  }
  return { lost, doubled };
}

function grouped(ledger: readonly Acknowledged[]): Map<string, Acknowledged[]> {
  const found = new Map<string, Acknowledged[]>();
  for (const it of ledger) found.set(it.executionId, [...(found.get(it.executionId) ?? []), it]);
  return found;
}

const decisionsOf = (event: EngineEvent): string[] =>
  event.type === 'step.decision-recorded'
    ? [`${event.stepId} ${event.data.reviewerId} ${event.data.decision}`]
    : [];

async function leadsTo(store: ApprovalStore, idempotencyKey = '', executionId: string): Promise<boolean> {
  const [known] = await store.findByIdempotencyKeys([{ workspaceId: WORKSPACE, idempotencyKey }]);
  return known?.executionId === executionId;
}
