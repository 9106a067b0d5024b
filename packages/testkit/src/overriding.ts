/** The same object with some of its methods replaced; the others see the original as their `this`. */
export function overriding<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(original, name) {
      const own = (methods as Record<PropertyKey, unknown>)[name];
      if (own !== undefined) return own;
      const value = Reflect.get(original, name) as unknown;
      return typeof value === 'function' ? (value.bind(original) as unknown) : value;
    },
  });
}
