/**
 * Settles a permit: applies what happened since it was last read. Every reader settles it, with the
 * same result at any time (permits G3).
 */
import { ApprovalError } from '@org/approval-core';
import { unavailable } from '../errors.js';
import type { StoredPermit } from '../store/permit-store.js';
import { amended, denied, expired, granted, silently } from './changes.js';
import type { GateContext } from './context.js';
import { endOf, verdictOf } from './verdict.js';

/** Each round writes a change, or reads a concurrent one. */
const MAX_ROUNDS = 20;
/** After this time the writer of an amendment has revised the run, or never will. */
const AMENDING_MS = 60_000;

type Context = Pick<GateContext, 'store' | 'clock' | 'runs' | 'announce' | 'waiting'>;

/** Returns the permit in its current state. */
export async function settled(context: Context, permit: StoredPermit): Promise<StoredPermit> {
  let current = permit;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = await nextOf(context, current);
    if (next === null) return current;
    current = await written(context, current, next);
  }
  throw new ApprovalError('UNAVAILABLE', `the permit "${permit.permitId}" keeps changing; try again`);
}

/** Returns the permit after the change, or as a concurrent writer has changed it. */
export async function written(
  context: Pick<Context, 'store' | 'announce'>,
  before: StoredPermit,
  next: StoredPermit,
): Promise<StoredPermit> {
  if (await context.store.updatePermit({ permit: next, rev: before.rev })) {
    context.announce(next);
    return next;
  }
  const stored = await context.store.loadPermit(before);
  if (stored === null) throw unavailable(new Error(`the permit "${before.permitId}" was deleted meanwhile`));
  return stored;
}

/** Returns null if nothing changes. */
export async function nextOf(context: Context, permit: StoredPermit): Promise<StoredPermit | null> {
  if (permit.closing) {
    const isClosed = await context.runs.close(permit);
    // The next reader and the sweep try again.
    return isClosed ? silently(permit, { closing: false }) : null;
  }
  const now = context.clock.now();
  if (permit.state === 'granted') return now >= permit.expiresAt ? expired(permit) : null;
  if (permit.state !== 'pending') return null;
  return permit.executionId === null
    ? started(context, permit)
    : decided(context, permit, permit.executionId);
}

async function started(context: Context, permit: StoredPermit): Promise<StoredPermit> {
  const run = await context.runs.start(permit);
  const at = context.clock.now();
  if (run === null)
    return at >= permit.expiresAt ? unclosed(expired(permit)) : denied(permit, 'policy-faulty', { at });
  const { executionId, isFaulty } = run;
  if (!isFaulty) {
    context.waiting.watch(executionId, permit);
    return silently(permit, { executionId });
  }
  return denied({ ...permit, executionId }, 'policy-faulty', { at, closing: true });
}

async function decided(
  context: Context,
  permit: StoredPermit,
  executionId: string,
): Promise<StoredPermit | null> {
  const { runs, clock, waiting } = context;
  waiting.watch(executionId, permit);
  // Read before the run: a run that ends after the expiry ended too late.
  const now = clock.now();
  const isPast = now >= permit.expiresAt;
  const run = await runs.load(permit.workspaceId, executionId);
  if (run === null) return isPast ? unclosed(expired(permit)) : denied(permit, 'run-gone', { at: now });
  const { amendment } = permit;
  if (amendment !== null && run.subject?.digest === amendment.digest) return amended(permit);
  const end = endOf(run);
  if (end === null) {
    if (isPast) return expired(permit);
    const isAbandoned = amendment !== null && now - amendment.at >= AMENDING_MS;
    return isAbandoned ? silently(permit, { amendment: null }) : null;
  }
  if (end >= permit.expiresAt) return unclosed(expired(permit));
  const verdict = verdictOf(permit, run, {
    overriders: await runs.overriders(permit.workspaceId, run),
    isRewound: await runs.isRewound(permit, run),
  });
  if (verdict.kind === 'open' || permit.ask === null) return null;
  if (verdict.kind === 'denied') return denied(permit, verdict.code, { at: verdict.at });
  return granted(permit, verdict.by, { at: verdict.at, grantMs: permit.ask.grantMs });
}

/** Marks the permit as having no run that goes on. */
const unclosed = (permit: StoredPermit): StoredPermit => ({ ...permit, closing: false });
