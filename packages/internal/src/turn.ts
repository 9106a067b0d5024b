/** Turns of the event loop. */

/** Resolves in the next turn. Node's own is due at once, a timer a millisecond later; browsers have the timer only. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
