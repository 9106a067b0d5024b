/** Runs in which people decide about the call of a program (permits G7): who asked answers nothing there. */
import type { ExecutionView } from '@org/approval-core';
import { isOfPermit } from '@org/approval-core/internal';
import { fieldOf } from '@org/approval-internal/json';
import { PageError } from './context.js';

type Asked = Pick<ExecutionView, 'idempotencyKey' | 'triggerContext'>;

/** The program whose call the run is about, empty where nobody knows; null: the run is of no permit. */
export function askerOf({ idempotencyKey, triggerContext }: Asked): string | null {
  if (!isOfPermit(idempotencyKey)) return null;
  const principal = fieldOf(fieldOf(triggerContext['permit'], 'requester'), 'principal');
  return typeof principal === 'string' ? principal : '';
}

/**
 * Whether people are asked about another call by now than the one that the run began with, which is all of it that these pages
 * can show: the call as it was amended is in its permit.
 */
export function isAmended(run: Asked & Pick<ExecutionView, 'subject'>): boolean {
  if (askerOf(run) === null) return false;
  const asked = fieldOf(run.triggerContext['permit'], 'digest');
  return typeof asked === 'string' && asked !== run.subject?.digest;
}

export const AMENDED =
  'The call was amended since, and this page has it as it was first asked for: approve it where it is shown as it is now.';

/** @throws PageError 403 for who asked, and for whoever acts for who asked. */
export function refuseAsker(asker: string | null, subject: string, names: readonly unknown[]): void {
  if (asker === null) return;
  if (subject === asker) throw new PageError(403, 'Who asked for this call does not answer.');
  if (names.includes(asker)) throw new PageError(403, 'Nobody answers for who asked for this call.');
}
