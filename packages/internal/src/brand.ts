/** Class identity by a mark instead of by constructor. */
import { isObject } from './values.js';

interface Class {
  readonly prototype: object;
}

/**
 * Makes `instanceof` hold for instances of every copy of the class: a process may have its package
 * as an ES module and as CommonJS, in two versions, or in two bundles. Subclasses keep their own
 * `instanceof`.
 */
export function brand(of: Class, name: string): void {
  const mark = Symbol.for(name);
  Object.defineProperty(of.prototype, mark, { value: true });
  Object.defineProperty(of, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this === of) return isObject(value) && mark in value;
      return (
        typeof this === 'function' &&
        isObject(value) &&
        isObject(this.prototype) &&
        isBelow(this.prototype, value)
      );
    },
  });
}

const isBelow = (prototype: object, value: object): boolean =>
  Object.prototype.isPrototypeOf.call(prototype, value);
