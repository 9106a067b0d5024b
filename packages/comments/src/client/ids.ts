/** Ids for events; unique within a page, which is all that is asked of them. */
export function createUniqueId(): () => string {
  const page = Math.random().toString(36).slice(2);
  let count = 0;
  return () => `${page}-${(count += 1)}`;
}
