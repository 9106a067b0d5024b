/** The methods of the areas of a workspace: a loop over the records of operations. */
import type { On } from '../scope.js';
import type { EngineContext } from '../context.js';
import type { DefinedOperation } from './define.js';
import { operate, operateReading } from './operation.js';

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
  const run = () => operation.perform(on, givenOf(operation, given), options);
  return operation.isLarge ? operateReading(on, run) : operate(on, run);
}

/** Base of the methods of an area. */
export class Area {
  /** Everything that operations take. */
  protected readonly on: EngineScope;

  constructor(on: EngineScope) {
    this.on = on;
  }
}

/** A class with a method for each of the operations, whose types `Methods` says; a test holds that it says all of them. */
export function areaOf<Methods>(
  operations: readonly EngineOperation[],
): new (on: EngineScope) => Area & Methods {
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
  return Operations as unknown as new (on: EngineScope) => Area & Methods;
}
