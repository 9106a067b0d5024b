/** Checks a submitted expense before a run starts. */
import { ApprovalError } from '@org/approval-core';

/** An expense, as the form of the page sends it. */
export interface Submitted {
  /** Names the submission, so that one that is sent again is the same. */
  readonly key: string;
  readonly purpose: string;
  readonly amount: number;
  readonly receiptUrl: string;
}

const MOST = 1_000_000;

/** @throws ApprovalError INVALID_ARGUMENT that says what is wrong. */
export function expenseOf(body: unknown): Submitted {
  const { key, purpose, amount, receiptUrl } = (body ?? {}) as Record<string, unknown>;
  const wrong = (message: string) => new ApprovalError('INVALID_ARGUMENT', message);
  if (typeof key !== 'string' || !/^[\w-]{1,50}$/.test(key)) throw wrong('key: up to 50 letters and digits');
  if (typeof purpose !== 'string' || purpose.trim() === '' || purpose.length > 200)
    throw wrong('purpose: say in up to 200 characters what it was for');
  if (typeof amount !== 'number' || !(amount > 0 && amount <= MOST))
    throw wrong(`amount: a number above 0, up to ${MOST}`);
  if (typeof receiptUrl !== 'string' || receiptUrl.length > 500 || !/^https?:\/\/\S+$/.test(receiptUrl))
    throw wrong('receiptUrl: the address of the receipt, with https://');
  return { key, purpose, amount, receiptUrl };
}
