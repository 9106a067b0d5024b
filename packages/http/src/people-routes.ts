/** Operations that depend on who calls beyond their permission (contract section 17). */
import { ApprovalError, OPERATIONS, type WorkspaceOperations } from '@org/approval-core';
import { actsAsItself, ofItself } from './guards.js';
import type { Principal } from './permissions.js';

type Invoke = (on: WorkspaceOperations, data: unknown, principal: Principal) => Promise<unknown>;

/** An administrator may answer what others were asked. */
export const provideInformation: Invoke = (on, data, { permissions }) =>
  on.steps.provideInformation(data as never, { asAdministrator: permissions.has('steps:admin') });

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

/** Each decision is looked at by itself: one for another person is refused, and the others are recorded. */
export const decideMany: Invoke = async (on, data, principal) => {
  const { decisions } = data as { readonly decisions?: unknown };
  const refusals = Array.isArray(decisions) ? decisions.map((it) => refusalOf(principal, it)) : [];
  const mayDecide = refusals.map((it) => it === null);
  if (!Array.isArray(decisions) || mayDecide.every(Boolean)) {
    return OPERATIONS['steps/decideMany'].invoke(on, data as never);
  }
  const allowed: readonly unknown[] = decisions.filter((_, index) => mayDecide[index]);
  const { items } =
    allowed.length === 0
      ? NONE
      : await on.steps.decideMany({ ...(data as object), decisions: allowed } as never);
  const left = [...items];
  return { items: refusals.map((error) => (error === null ? left.shift() : { ok: false, error })) };
};

const NONE = { items: [] };

function refusalOf(principal: Principal, decision: unknown) {
  try {
    actsAsItself(principal, typeof decision === 'object' && decision !== null ? decision : {});
    return null;
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    const { message, status, details } = error;
    return { message, status, details };
  }
}
