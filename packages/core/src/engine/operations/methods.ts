/** The methods of the areas of a workspace: a loop over the records of operations. */
import type { On } from '../scope.js';
import type { EngineContext } from '../context.js';
import { isPlainObject } from '../../definition/json.js';
import { LIMITS } from '../../definition/limits.js';
import type { DefinedOperation } from './define.js';
import { operate, operateReading } from './operation.js';
import type { Submitting } from './submit.js';

/** Everything that operations take. */
export type EngineScope = On<keyof EngineContext>;

/** An operation of an engine. */
export type EngineOperation<Path extends string = string> = DefinedOperation<Path, EngineScope>;

/** The name of a method, as in `dispatch` of `executions/dispatch`. */
export const nameOf = (path: string): string => path.slice(path.indexOf('/') + 1);

/** A request that is left out is an empty one, where that is a request. */
const givenOf = ({ request }: EngineOperation, given: unknown): unknown =>
  given === undefined && request.safeParse({}).success ? {} : given;

function performed(operation: EngineOperation, on: EngineScope, given: unknown, options: unknown) {
  const asked = givenOf(operation, given);
  if (operation.isLarge) return operateReading(on, () => operation.perform(on, asked, options));
  if (operation.effect === 'read') return operate(on, () => operation.perform(on, asked, options));
  return inOrder(operation, on, asked, options);
}

/** The place in the order is taken at the call, before the operation reads anything. */
async function inOrder(operation: EngineOperation, on: EngineScope, asked: unknown, options: unknown) {
  const turn = on.callOrder.take(on.workspaceId, executionsOf(operation, asked));
  if (turn === null) return operate(on, () => operation.perform(on, asked, options));
  // Commands find the turn among everything else that operations take.
  const inTurn: EngineScope & Submitting = { ...on, turn };
  try {
    return await operate(on, () => operation.perform(inTurn, asked, options));
  } finally {
    turn.leave();
  }
}

/**
 * Executions of an unchecked request, one for each command; empty if the request cannot be read.
 */
function executionsOf({ byItem }: EngineOperation, asked: unknown): unknown[] {
  try {
    const items = byItem === null ? [asked] : valueOf(asked, byItem);
    return Array.isArray(items)
      ? items.slice(0, LIMITS.decisions).map((it) => valueOf(it, 'executionId'))
      : [];
  } catch {
    // A proxy with traps that throw. The operation refuses the request with its own error.
    return [];
  }
}

const valueOf = (from: unknown, name: string): unknown =>
  isPlainObject(from) ? Object.getOwnPropertyDescriptor(from, name)?.value : undefined;

/** Base of the methods of an area. */
export class Area {
  /** Everything that operations take. */
  protected readonly on: EngineScope;

  constructor(on: EngineScope) {
    this.on = on;
  }
}

/** A class with a method for each of the operations. */
export function classOf(operations: readonly EngineOperation[]): typeof Area {
  class Operations extends Area {}
  for (const operation of operations) {
    Object.defineProperty(Operations.prototype, nameOf(operation.path), {
      configurable: true,
      writable: true,
      value(this: Operations, given: unknown, options: unknown) {
        return performed(operation, this.on, given, options);
      },
    });
  }
  return Operations;
}
