/** The headers of a JSON request. */

/** A host may name the content type too, in any case: it is said once, and it is JSON. */
export function jsonHeaders(own: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(own);
  headers.set('content-type', 'application/json');
  return headers;
}
