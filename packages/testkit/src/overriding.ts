/** Returns the object with some methods replaced; the others keep the original as their `this`. */
export function overriding<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(original, name) {
      const own: unknown = Reflect.get(methods, name);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(original, name);
      if (typeof value !== 'function') return value;
      const bound: unknown = value.bind(original);
      return bound;
    },
  });
}
