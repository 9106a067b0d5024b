/** Asks the host about calls of webhook nodes. */
import type { CallAsked, MayCall } from '../../ports/calls.js';

/** Returns true if the host allows the call. A throw and anything but `true` forbid it. */
export function mayCallOf(mayCall: MayCall | undefined, asked: CallAsked): boolean {
  if (mayCall === undefined) return true;
  try {
    const answer: unknown = mayCall(asked);
    return answer === true;
  } catch {
    return false;
  }
}
