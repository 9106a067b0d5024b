/** Batch operations, whose items are authorized one by one (contract section 17). */
import { ApprovalError, type WorkspaceOperations } from '@org/approval-core';
import type { Operation } from '@org/approval-core/views';
import { type Acting, type Unchecked, checkShape } from '@org/approval-core/internal';

interface Items {
  readonly operation: Operation;
  /** Field of the request with the items; the result has `items` in the same order. */
  readonly field: string;
  readonly on: WorkspaceOperations;
  readonly caller: Acting;
  /** Asks the host about an item; throws if it is denied. */
  readonly authorize: (item: Unchecked) => Promise<void>;
}

type Refusal = Pick<ApprovalError, 'message' | 'status' | 'details'>;

/**
 * Checks each item by itself: an item that is not permitted is refused, and the others are done.
 */
export async function inItems(items: Items, data: Unchecked): Promise<{ readonly items: unknown[] }> {
  const { operation, field, on, caller } = items;
  // The shape is checked first, because it limits the number of items.
  checkShape(operation, data);
  const asked = listOf(data[field]);
  const refusals: (Refusal | null)[] = [];
  for (const it of asked) refusals.push(await refusalOf(items, it));
  const allowed = asked.filter((_, index) => refusals[index] === null);
  const done = allowed.length === 0 ? {} : await operation.invoke(on, { [field]: allowed }, caller);
  const left = listOf(isFields(done) ? done['items'] : undefined);
  return { items: refusals.map((error) => (error === null ? left.shift() : { ok: false, error })) };
}

const isFields = (it: unknown): it is Unchecked => typeof it === 'object' && it !== null;
const listOf = (it: unknown): Unchecked[] => (Array.isArray(it) ? it.filter(isFields) : []);

async function refusalOf({ operation, caller, authorize }: Items, item: Unchecked): Promise<Refusal | null> {
  try {
    operation.guard(caller, item);
    await authorize(item);
    return null;
  } catch (error) {
    if (!(error instanceof ApprovalError)) throw error;
    const { message, status, details } = error;
    return { message, status, details };
  }
}
