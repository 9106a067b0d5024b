/** Asking whether a call may be made (permits G2, G4). */
import { ApprovalError, type JsonObject } from '@org/approval-core';
import { copyJson, describeError } from '@org/approval-core/internal';
import type * as z from 'zod';
import { type DigestedCall, digestOf, readCall } from '../call/call.js';
import { redacted } from '../call/pointer.js';
import { invalid, refused } from '../errors.js';
import { newId } from '../ids.js';
import { PERMIT_LIMITS } from '../limits.js';
import type { asked as askedSchema } from '../requests.js';
import { isLive } from '../store/keys.js';
import type {
  PermitInsert,
  PermitUpdate,
  StoredAsk,
  StoredGrant,
  StoredPermit,
} from '../store/permit-store.js';
import type { Ask, GrantedBy, PermitState, Ref, Requester } from '../types.js';
import { GATE_ACTOR, entryOf, revoked } from './changes.js';
import { type GateContext, redactionsOf } from './context.js';
import { covering, isWithin } from './grant-match.js';
import { presentationOf } from './present.js';
import { settled } from './settle.js';

/** Each round is lost to a concurrent request at the same ref. */
const MAX_ROUNDS = 20;

type Shape = z.infer<typeof askedSchema>;

/** A parsed request. */
export interface Question extends DigestedCall {
  readonly workspaceId: string;
  readonly requester: Requester;
  readonly ref: Omit<Ref, 'attempt'>;
  readonly attempt: number | 'auto';
  readonly reason: string | null;
  readonly batchId: string | null;
}

export function questionOf(workspaceId: string, { call, ref, requester, reason, batchId }: Shape): Question {
  const { attempt = 1, ...place } = ref;
  return {
    ...readCall(call, 'call'),
    workspaceId,
    requester: requesterOf(requester),
    ref: place,
    attempt,
    reason: reason ?? null,
    batchId: batchId ?? null,
  };
}

export const requesterOf = ({ principal, onBehalfOf = null }: Shape['requester']): Requester => ({
  principal,
  onBehalfOf,
});

/** Returns the permit of the question: the existing one, or a new one. */
export async function ask(context: GateContext, question: Question): Promise<StoredPermit> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const place = await placeOf(context, question);
    if (place.known !== null) return settled(context, place.known);
    const made = await insert(context, question, place);
    if (made !== null) return settled(context, made);
  }
  throw new ApprovalError('UNAVAILABLE', 'others ask at the same ref all the time; try again');
}

interface Place {
  readonly attempt: number;
  /** The permit that was asked with this digest. */
  readonly known: StoredPermit | null;
  /** The pending or granted permit at the ref. */
  readonly live: StoredPermit | null;
}

/** Finds the request's place among those at its ref. */
async function placeOf(context: GateContext, question: Question): Promise<Place> {
  const { store } = context;
  const { attempt: wanted, digest } = question;
  if (wanted !== 'auto') {
    const known = await store.findAsked({ ...question, attempt: wanted, digest });
    if (known !== null) return { attempt: wanted, known, live: null };
  }
  const { live: stored, lastAttempt } = await store.findRef(question);
  const touched = stored === null ? null : await settled(context, stored);
  const live = touched !== null && isLive(touched) ? touched : null;
  if (wanted === 'auto') {
    const attempt = live?.ref.attempt ?? lastAttempt + 1;
    if (attempt > PERMIT_LIMITS.attempts) throw tooManyAttempts();
    return { attempt, live, known: await store.findAsked({ ...question, attempt, digest }) };
  }
  if (wanted > lastAttempt + 1) {
    throw invalid(
      'ref.attempt',
      `is ${wanted}; the last attempt was ${lastAttempt}: give the next one, or "auto"`,
    );
  }
  if (wanted > lastAttempt && live !== null) {
    const message = `attempt ${live.ref.attempt} has not ended (${live.state}); ask anew when it has`;
    throw refused('not-ended', message, { permitId: live.permitId });
  }
  return { attempt: wanted, known: null, live };
}

const tooManyAttempts = (): ApprovalError =>
  invalid('ref.attempt', `there were ${PERMIT_LIMITS.attempts} attempts at this ref; use another callId`);

/** Returns null if a concurrent request was faster. */
async function insert(
  context: GateContext,
  question: Question,
  { attempt, live }: Place,
): Promise<StoredPermit | null> {
  await validate(context, question);
  const fate = await fateOf(context, question);
  const at = context.clock.now();
  const permit = rowOf(context, { ...question, attempt, at }, fate);
  const replaces = live === null ? null : replacementOf(live, at, question.requester);
  const write = { permit, replaces, uses: null, maxPending: null };
  const inserted = await insertAs(context, write, fate);
  if (inserted === null) return null;
  if (replaces !== null) {
    context.announce(replaces.permit);
    // The run of the replaced permit must end; if this fails, the sweep ends it.
    await settled(context, replaces.permit).catch((error: unknown) =>
      context.logger.error(`the run of the replaced permit ${replaces.permit.permitId} goes on`, error),
    );
  }
  context.announce(inserted);
  return inserted;
}

const replacementOf = (live: StoredPermit, at: number, { principal: actorId }: Requester): PermitUpdate => ({
  permit: revoked(live, { at, actorId, code: 'replaced' }),
  rev: live.rev,
});

/** Decision about a call. */
type Fate =
  | {
      readonly kind: 'denied';
      readonly code: string;
      /** Reviewers who denied it before; null if none did. */
      readonly ask: StoredAsk | null;
    }
  | { readonly kind: 'allowed'; readonly by: GrantedBy }
  | { readonly kind: 'asked'; readonly ask: Ask; readonly grants: readonly StoredGrant[] };

async function fateOf(context: GateContext, question: Question): Promise<Fate> {
  const { workspaceId, requester, call } = question;
  const before = await deniedBefore(context, question);
  if (before !== null) return { kind: 'denied', code: 'denied-before', ask: before.ask };
  const verdict = context.matcher.match(call, requester);
  if (verdict.do === 'deny') return { kind: 'denied', code: verdict.code, ask: null };
  if (verdict.do === 'allow') return { kind: 'allowed', by: { kind: 'policy', rule: verdict.rule } };
  const { ask: rule } = verdict;
  const faults = await context.runs.faults(workspaceId, rule);
  if (faults.length > 0) return { kind: 'denied', code: 'policy-faulty', ask: null };
  const at = context.clock.now();
  const query = { workspaceId, requester, tool: call.tool, at };
  const { grantable } = rule;
  if (grantable === undefined) return { kind: 'asked', ask: rule, grants: [] };
  const grants = await context.store.coveringGrants(query);
  // The grant was made under the first rule for the tool; the rule for this call may be stricter.
  const trusted = grants.filter((it) => isWithin(it, grantable));
  return { kind: 'asked', ask: rule, grants: await covering(call, trusted) };
}

/**
 * Returns the permit by which the digest was recently denied to the requester; null if none was, so
 * that people are not asked twice. A denial counts in its own run (permits G2).
 */
async function deniedBefore(context: GateContext, question: Question): Promise<StoredPermit | null> {
  const { workspaceId, requester, digest, ref } = question;
  const query = { workspaceId, requester, digest };
  const since = context.clock.now() - PERMIT_LIMITS.deniedBeforeMs;
  const isFresh = async (permit: StoredPermit): Promise<boolean> => {
    if (permit.ref.runId !== ref.runId) return false;
    // A rejection counts even if it was not settled yet.
    const { state, endedAt } = await settled(context, permit);
    return state === 'denied' && endedAt !== null && endedAt > since;
  };
  // A repeating program's newest permit is a denial; reading all could be a hundred calls of 192
  // KiB.
  const [newest] = await context.store.findSameCall({ ...query, limit: 1 });
  if (newest === undefined || (await isFresh(newest))) return newest ?? null;
  return context.looks.within(async () => {
    for (const it of await context.store.findSameCall(query)) if (await isFresh(it)) return it;
    return null;
  });
}

interface Placed extends Question {
  readonly attempt: number;
  readonly at: number;
}

function rowOf(context: GateContext, question: Placed, fate: Fate): StoredPermit {
  const { workspaceId, requester, ref, attempt, digest, reason, batchId, at } = question;
  const { call } = redacted(question.call, redactionsOf(context, question.call.tool));
  const base = {
    ...{ workspaceId, permitId: newId('permit', at), rev: 1, ref: { ...ref, attempt }, requester },
    ...{ asked: call, askedDigest: digest, call, digest, revision: 1, amendment: null, reason, batchId },
    ...{ code: null, ask: null, executionId: null, closing: false, policyVersion: context.policies.version },
    ...{ grantedBy: [], grantId: null, refusals: 0, createdAt: at, grantedAt: null, endedAt: null },
    ...{ history: [entryOf({ at, type: 'requested', actorId: requester.principal }, digest)], outcome: null },
  };
  if (fate.kind === 'denied') {
    const history = [...base.history, entryOf({ at, type: 'denied', actorId: GATE_ACTOR }, digest)];
    const { code, ask: asked } = fate;
    return { ...base, state: 'denied', code, ask: asked, endedAt: at, expiresAt: at, history };
  }
  if (fate.kind === 'allowed') return grantedRow(base, fate.by, { at, grantMs: context.grantMs });
  return {
    ...base,
    state: 'pending',
    ask: { ...storedAsk(context, fate.ask), presentation: presentationOf(context, fate.ask, call) },
    expiresAt: at + askMsOf(context, fate.ask),
  };
}

type Base = Omit<StoredPermit, 'state' | 'expiresAt'>;

const grantedRow = (
  base: Base,
  by: GrantedBy,
  { at, grantMs }: { at: number; grantMs: number },
): StoredPermit => ({
  ...base,
  state: 'granted' satisfies PermitState,
  grantedBy: [by],
  grantedAt: at,
  expiresAt: at + grantMs,
  history: [...base.history, entryOf({ at, type: 'granted', actorId: GATE_ACTOR }, base.digest)],
});

const askMsOf = ({ askMs }: GateContext, rule: Ask): number => rule.askMs ?? askMs;

const storedAsk = ({ grantMs }: GateContext, rule: Ask) => ({
  definitionId: rule.definitionId,
  organizationId: rule.organizationId ?? null,
  documentId: rule.documentId ?? null,
  grantNodeId: rule.grantNodeId,
  grantMs: rule.grantMs ?? grantMs,
  overrides: rule.overrides ?? false,
});

/**
 * Inserts by a standing grant that covers the call and has a use left, else as it is. null: a
 * concurrent request was faster.
 */
async function insertAs(context: GateContext, write: PermitInsert, fate: Fate): Promise<StoredPermit | null> {
  if (fate.kind !== 'asked')
    return (await context.store.insertPermit(write)) === 'inserted' ? write.permit : null;
  const { createdAt: at } = write.permit;
  const grantMs = fate.ask.grantMs ?? context.grantMs;
  for (const { grantId } of fate.grants) {
    const base: Base = { ...write.permit, ask: null, grantId };
    const permit = grantedRow(base, { kind: 'grant', grantId }, { at, grantMs });
    const result = await context.store.insertPermit({ ...write, permit, uses: { grantId, at } });
    if (result === 'inserted') return permit;
    if (result !== 'grant-not-active') return null;
  }
  return insertPending(context, write);
}

async function insertPending(context: GateContext, write: PermitInsert): Promise<StoredPermit | null> {
  const { workspaceId, requester } = write.permit;
  const { principal } = requester;
  const counted = { ...write, maxPending: PERMIT_LIMITS.pending };
  let result = await context.store.insertPermit(counted);
  if (result === 'too-many-pending') {
    // Some may have ended without being settled yet.
    await context.looks.within(async () => {
      const pending = await context.store.pendingOf({ workspaceId, principal });
      for (const it of pending) await settled(context, it);
    });
    result = await context.store.insertPermit(counted);
  }
  if (result !== 'too-many-pending') return result === 'inserted' ? write.permit : null;
  const message = `"${principal}" has ${PERMIT_LIMITS.pending} pending permits; wait for answers, or revoke some`;
  throw new ApprovalError('RESOURCE_EXHAUSTED', message, { code: 'too-many-pending' });
}

/** @throws INVALID_ARGUMENT when the tool does not take the arguments. */
export async function validate(context: GateContext, { call, digest }: DigestedCall): Promise<void> {
  const check = context.tools.get(call.tool)?.validate;
  if (check === undefined) return;
  const fault = await faultOf(() => check(call.args), { call, digest });
  if (fault === null) return;
  // A check may quote its input, so its message is withheld if the tool redacts arguments.
  const said = redactionsOf(context, call.tool).length > 0 ? HIDDEN_FAULT : fault;
  throw invalid('call.args', `the tool "${call.tool}" refuses them: ${said}`);
}

const HIDDEN_FAULT = 'why is not said, since it has values that are hidden';

/**
 * Returns the message of a check against them, or null. It may return the same arguments, as
 * schemas do.
 */
async function faultOf(check: () => unknown, { call, digest }: DigestedCall): Promise<string | null> {
  try {
    const said = await check();
    if (said === undefined || said === true) return null;
    if (typeof said === 'object' && said !== null && isSame(call, said, digest)) return null;
    return 'its check gave neither true nor the same arguments; ask with them as the schema makes them';
  } catch (error) {
    return describeError(error);
  }
}

function isSame(call: DigestedCall['call'], args: object, digest: string): boolean {
  const copy = copyJson(args, { maxBytes: PERMIT_LIMITS.argsBytes, maxDepth: PERMIT_LIMITS.argsDepth });
  return copy.ok && digestOf({ ...call, args: copy.value as JsonObject }) === digest;
}
