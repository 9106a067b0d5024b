/** Path in a request or definition: object keys and array indexes from the outside in. */
export type Path = readonly (string | number)[];

/** Formats a path for issues: `['nodes', 3, 'config', 'urlPath']` → `nodes[3].config.urlPath`. */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else text += text === '' ? String(segment) : `.${String(segment)}`;
  }
  return text;
}
