/** A tool's own `needsApproval`, which holds beside the permit: a framework's approval is asked for where either says so. */

/** What tools of frameworks say of their approval. */
export type OwnApproval<Given extends unknown[]> =
  boolean | ((...given: Given) => boolean | PromiseLike<boolean>) | undefined;

/** Whether the tool itself asks for an approval of the call. */
export async function asksItself<Given extends unknown[]>(
  own: OwnApproval<Given>,
  ...given: Given
): Promise<boolean> {
  return typeof own === 'function' ? own(...given) : own === true;
}
