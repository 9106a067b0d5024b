/** One look at a time. Whoever asks while one is under way gets one more after it, however many ask: nothing piles up. */
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
      .catch(() => undefined) // whoever asked for that look is told
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
