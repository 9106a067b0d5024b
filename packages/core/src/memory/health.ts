/** Queues of a workspace in memory. */
import { HEALTH_COUNT, HEALTH_FEEDS, type StoreQueues, feedHealth } from '../ports/store/health.js';
import { LIVE_CLAIMS, type LiveClaim } from '../ports/store/jobs.js';
import type { JobEntry } from './jobs.js';
import type { MemoryWorkspace } from './workspace.js';

const capped = (count: number): number => Math.min(HEALTH_COUNT, count);

/** Returns the least time; null for an empty list. */
function least(times: readonly number[]): number | null {
  let found: number | null = null;
  for (const time of times) if (found === null || time < found) found = time;
  return found;
}

export function queuesOf(
  workspace: MemoryWorkspace,
  triggerJobs: readonly JobEntry[],
  now: number,
): StoreQueues {
  const dueAts: number[] = [];
  const pendingSince: number[] = [];
  let dead = 0;
  const noteDue = ({ claimableAt, dueAt }: JobEntry): void => {
    if (claimableAt !== null && claimableAt <= now) dueAts.push(dueAt);
  };
  for (const job of triggerJobs) noteDue(job);
  for (const { jobs, deliveries } of workspace.records()) {
    for (const job of jobs?.values() ?? []) noteDue(job);
    for (const { status, createdAt } of deliveries?.rows ?? []) {
      if (status === 'pending') pendingSince.push(createdAt);
      if (status === 'dead') dead += 1;
    }
  }
  return {
    due: capped(dueAts.length),
    oldestDueAt: least(dueAts),
    pending: capped(pendingSince.length),
    oldestPendingAt: least(pendingSince),
    dead: capped(dead),
    feeds: workspace.subscriptions
      .list(HEALTH_FEEDS)
      .map((it) => feedHealth(it, workspace.feed.newest - it.position)),
  };
}

/** The jobs under a live lease: a store in memory has one process. */
export function claimsOf(
  workspace: MemoryWorkspace,
  triggerJobs: readonly JobEntry[],
  now: number,
): LiveClaim[] {
  const claims: LiveClaim[] = [];
  const ofRuns = [...workspace.records()].flatMap(({ jobs }) => [...(jobs?.values() ?? [])]);
  for (const { key, dueAt, attempt, token, claimableAt } of [...triggerJobs, ...ofRuns])
    if (token !== null && claimableAt !== null && claimableAt > now)
      claims.push({ ...key, dueAt, attempt, leaseUntil: claimableAt, worker: 'memory' });
  return claims.sort((a, b) => a.leaseUntil - b.leaseUntil).slice(0, LIVE_CLAIMS);
}
