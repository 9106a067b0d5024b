/**
 * Tells errors of the store from others: a store that does not respond now may respond later, while
 * a function of the host or of the engine that throws would throw again.
 */
import { type ApprovalError, internal, unavailable } from '../errors.js';
import type { ApprovalStore } from '../../ports/store/store.js';

const errors = new WeakSet();

/** True for an error that a store threw. A thrown value that is not an object counts as one. */
const isOfStore = (error: unknown): boolean =>
  typeof error !== 'object' || error === null || errors.has(error);

function note(error: unknown): void {
  if (typeof error === 'object' && error !== null) errors.add(error);
}

/** Notes errors without another turn: callers get the promise of the store itself. */
function noting(act: (...args: unknown[]) => unknown, on: object) {
  return (...args: unknown[]): unknown => {
    try {
      const result: unknown = act.apply(on, args);
      if (result instanceof Promise) result.then(undefined, note);
      // A store in a transaction of the host.
      return isStore(result) ? noted(result) : result;
    } catch (error) {
      note(error);
      throw error;
    }
  };
}

/** Optional parts of a store that have methods of their own. */
const PARTS: ReadonlySet<PropertyKey> = new Set<keyof ApprovalStore>(['absences', 'schedules', 'events']);

const isStore = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Promise) && 'commit' in value;

function noted<T extends object>(part: T): T {
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      const isPart = PARTS.has(name) && typeof value === 'object' && value !== null;
      if (typeof value !== 'function' && !isPart) return value;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const made = isPart ? noted(value) : noting(value as () => unknown, target);
      methods.set(name, made);
      return made;
    },
  });
}

/** Converts any error to one for callers: UNAVAILABLE if a store threw it, else INTERNAL. */
export const errorForCaller = (error: unknown): ApprovalError =>
  isOfStore(error) ? unavailable(error) : internal(error);

/** Returns the same store, whose errors `errorForCaller` knows. */
export const withNotedErrors = <Tx>(store: ApprovalStore<Tx>): ApprovalStore<Tx> => noted(store);
