/** Where in a request or a definition something is: object keys and array indexes, from the outside in. */
export type Path = readonly (string | number)[];

/** `['nodes', 3, 'config', 'urlPath']` → `nodes[3].config.urlPath`; the form that issues carry. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else text += text === '' ? String(segment) : `.${String(segment)}`;
  }
  return text;
}
