/** Operations that depend on who calls beyond their permission (contract section 17). */
import { ApprovalError, type DecideManyRequest, checkRequest } from '@org/approval-core';
import { actsAsItself, ofItself } from './guards.js';
import type { Principal } from './permissions.js';
import type { Route } from './route.js';

type Invoke = Route['invoke'];

/** An administrator may answer what others were asked. */
export const provideInformation: Invoke = (on, data, { permissions }) =>
  on.steps.provideInformation(data as never, { asAdministrator: permissions.has('steps:admin') });

/** Whoever decides for anybody may remind anybody; others remind of what they asked for themselves. */
export const remind: Invoke = (on, data, { permissions }) =>
  on.steps.remind(data as never, { asAdministrator: permissions.has('steps:decide-any') });

/** One's own absences; those of others with `people:admin`. */
export const clearAbsence: Invoke = (on, data, principal) => {
  if (principal.permissions.has('people:admin')) return on.people.clearAbsence(data as never);
  ofItself(principal, {});
  return on.people.clearAbsence(data as never, { onlyOf: principal.subject ?? '' });
};

/** Without `people:admin` and a userId: one's own. */
export const listAbsences: Invoke = (on, data, principal) => {
  const query = data as { readonly userId?: unknown };
  ofItself(principal, query);
  const isAdministrator = principal.permissions.has('people:admin');
  const own = isAdministrator || query.userId !== undefined ? {} : { userId: principal.subject };
  return on.people.listAbsences({ ...query, ...own } as never);
};

/**
 * Each decision is looked at by itself: one for another person, or that the host denies, is refused, and the others are
 * recorded.
 */
export const decideMany: Invoke = async (on, data, principal, authorize) => {
  // Shape before anything else: past it there are 1 to 100 decisions.
  checkRequest('steps/decideMany', data);
  const { decisions } = data as DecideManyRequest;
  const refusals: (Refusal | null)[] = [];
  for (const it of decisions) refusals.push(await refusalOf(principal, it, authorize));
  const allowed = decisions.filter((_, index) => refusals[index] === null);
  const { items } = allowed.length === 0 ? NONE : await on.steps.decideMany({ decisions: allowed });
  const left = [...items];
  return { items: refusals.map((error) => (error === null ? left.shift() : { ok: false, error })) };
};

const NONE = { items: [] };

type Refusal = Pick<ApprovalError, 'message' | 'status' | 'details'>;

async function refusalOf(
  principal: Principal,
  decision: DecideManyRequest['decisions'][number],
  authorize: (item: unknown) => Promise<void>,
): Promise<Refusal | null> {
  try {
    actsAsItself(principal, decision);
    await authorize(decision);
    return null;
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    const { message, status, details } = error;
    return { message, status, details };
  }
}
