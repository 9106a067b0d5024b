/** `engine.links` in process alone. */
import type { On } from '../../scope.js';

/** What can be asked of links in process alone. */
export interface LinkFinding {
  /** Which run a link is of; null: there is no such link. */
  executionOf(linkId: string): Promise<string | null>;
}

export async function executionOfLink(
  { store, workspaceId }: On<'store'>,
  linkId: string,
): Promise<string | null> {
  const link = await store.loadLink({ workspaceId, linkId });
  return link?.executionId ?? null;
}
