/** Returns each item with its result. @throws Error when there are not as many results as items. */
export function paired<I, O>(items: readonly I[], results: readonly O[]): (readonly [I, O])[] {
  if (results.length !== items.length) {
    throw new Error(`the store returned ${results.length} results for ${items.length} items`);
  }
  return items.map((item, index) => [item, results[index] as O] as const);
}
