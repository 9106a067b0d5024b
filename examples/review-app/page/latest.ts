/**
 * Runs one read at a time. All calls during a read share one more read after it, so nothing piles
 * up.
 */
export function oneAtATime(look: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    current = look().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (current === null) return start();
    next ??= current
      .catch(() => undefined) // its own caller gets the error
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
