/**
 * A tool's own `needsApproval`, in addition to the permit: the framework asks if either requires
 * it.
 */

/** Values of a tool's `needsApproval` in the frameworks. */
export type OwnApproval<Given extends unknown[]> =
  boolean | ((...given: Given) => boolean | PromiseLike<boolean>) | undefined;

/** True when the tool itself asks for an approval of the call. */
export async function asksItself<Given extends unknown[]>(
  own: OwnApproval<Given>,
  ...given: Given
): Promise<boolean> {
  return typeof own === 'function' ? own(...given) : own === true;
}
