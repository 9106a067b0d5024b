/** Request headers, from any library. */

/** A `Headers` object, or a record: Node.js has names in lower case, gateways keep the sender's. */
export type HeaderSource =
  | {
      /** Returns the value of a header, by its name in any case. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of a header by its lower-case name; '' for a missing one. Repeated ones are joined, as
 * in HTTP.
 */
export function headerOf(headers: HeaderSource | null | undefined, name: string): string {
  // Gateways pass null for no headers.
  if (headers === null || headers === undefined) return '';
  if (isReader(headers)) return headers.get(name) ?? '';
  return Object.keys(headers)
    .filter((key) => key.toLowerCase() === name)
    .flatMap((key) => headers[key] ?? [])
    .join(', ');
}

const isReader = (headers: HeaderSource): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';
