/** Request headers, whichever library read them. */

/** A `Headers` object, or a record: Node's has names in lower case, gateways pass on what the sender wrote. */
export type HeaderSource =
  | {
      /** The value of a header, by its name in any case. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header by its lower-case name; '' for a missing one, repeated ones joined as HTTP does. */
export function headerOf(headers: HeaderSource | null | undefined, name: string): string {
  // As a gateway says that there are none.
  if (headers === null || headers === undefined) return '';
  if (isReader(headers)) return headers.get(name) ?? '';
  return Object.keys(headers)
    .filter((key) => key.toLowerCase() === name)
    .flatMap((key) => headers[key] ?? [])
    .join(', ');
}

const isReader = (headers: HeaderSource): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';
