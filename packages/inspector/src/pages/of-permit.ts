/** Runs of permits (permits G7): the requester of a call does not decide on it. */
import type { ExecutionView } from '@org/approval-core';
import { isOfPermit, isSamePerson } from '@org/approval-core/internal';
import { fieldOf } from '@org/approval-internal/json';
import { PageError } from './context.js';

type Asked = Pick<ExecutionView, 'idempotencyKey' | 'triggerContext'>;

/** The program that requested the call, or empty if unknown; null for a run without a permit. */
export function askerOf({ idempotencyKey, triggerContext }: Asked): string | null {
  if (!isOfPermit(idempotencyKey)) return null;
  const principal = fieldOf(fieldOf(triggerContext['permit'], 'requester'), 'principal');
  return typeof principal === 'string' ? principal : '';
}

/**
 * True when the call was amended: these pages show only the first version, and the permit has the
 * amended one.
 */
export function isAmended(run: Asked & Pick<ExecutionView, 'subject'>): boolean {
  if (askerOf(run) === null) return false;
  const asked = fieldOf(run.triggerContext['permit'], 'digest');
  return typeof asked === 'string' && asked !== run.subject?.digest;
}

export const AMENDED =
  'The call was amended, and this page shows its first version. Approve it where the amended call is shown.';

/** @throws PageError 403 for who asked, and for whoever acts for who asked. */
export function refuseAsker(asker: string | null, subject: string, names: readonly unknown[]): void {
  if (asker === null) return;
  if (isSamePerson(subject, asker))
    throw new PageError(403, 'You requested this call, so you cannot decide on it.');
  if (names.some((it) => isSamePerson(it, asker)))
    throw new PageError(403, 'The requester of this call cannot be represented in decisions on it.');
}
