/** Fifty reviewers decide one step at once, against a plain transaction. */
import { type ApprovalStore, createApprovalEngine } from '@org/approval-core';
import { openBenchStore, openFloor } from './floor.js';
import { FIFTY_GOALS } from './goals.js';
import { SMALL, median, ratios, sized } from './harness.js';
import { note } from './report.js';
import { reviewBy } from './review.js';

const ROUNDS = 15;
/** Warms up with 3,000 decisions, so that code is compiled. */
const WARM_UP_ROUNDS = 60;
const PEOPLE = Array.from({ length: 50 }, (_, index) => `u${index}`);

/** @param url `sqlite:FILE`, `postgres://…` or `mysql://…`, an empty database. */
export async function benchFifty(url: string): Promise<void> {
  const { store, close } = await openBenchStore(url);
  let commits = 0;
  const counting: ApprovalStore = Object.assign(Object.create(store) as ApprovalStore, {
    commit: (changes: Parameters<ApprovalStore['commit']>[0]) => {
      commits += 1;
      return store.commit(changes);
    },
  });
  const whole = createApprovalEngine({ store: counting, jobs: { run: false } });
  const engine = whole.forWorkspace(`bench-${crypto.randomUUID()}`);
  await engine.definitions.create(reviewBy(PEOPLE));
  const floor = await openFloor(url);
  const [counts, slowest, plain]: [number[], number[], number[]] = [[], [], []];
  for (let round = -sized(WARM_UP_ROUNDS); round < (SMALL.isOn ? SMALL.rounds : ROUNDS); round++) {
    const transactions: number[] = [];
    for (let turn = 0; turn < 20; turn++) transactions.push(await floor.approve());
    const { executionId } = await engine.executions.dispatch({ definitionId: 'review' });
    commits = 0;
    const began = performance.now();
    const times = await Promise.all(
      PEOPLE.map(async (reviewerId) => {
        const decision = { reviewerId, decision: 'approve' } as const;
        await engine.steps.recordReviewerDecision({ executionId, stepId: 'step_review', ...decision });
        return performance.now() - began;
      }),
    );
    if (round < 0) continue;
    counts.push(commits);
    plain.push(median(transactions));
    // The slowest of fifty approximates the 99th percentile.
    slowest.push(Math.max(...times));
  }
  console.log('\nFifty people answer one step at once');
  note('commits for fifty answers', 'commits', counts, FIFTY_GOALS.commits);
  note('fifty answers, p99', 'ms', slowest);
  note('one plain transaction', 'ms', plain);
  note('fifty answers, p99 : plain transaction', '×', ratios(slowest, plain), FIFTY_GOALS.p99);
  await whole.stop();
  await floor.close();
  await close();
}
