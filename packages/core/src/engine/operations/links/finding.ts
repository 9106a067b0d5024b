/** `engine.links` in process alone. */
import type { On } from '../../scope.js';

/** Link queries that work in process only. */
export interface LinkFinding {
  /** Returns the executionId of a link; null if the link does not exist. */
  executionOf(linkId: string): Promise<string | null>;
}

export async function executionOfLink(
  { store, workspaceId }: On<'store'>,
  linkId: string,
): Promise<string | null> {
  const link = await store.loadLink({ workspaceId, linkId });
  return link?.executionId ?? null;
}
