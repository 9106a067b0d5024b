/** The sealed secrets of the in-memory store, from all places. */
import type { Page, PageRequest } from '../ports/store/page.js';
import type { SealedSecret } from '../ports/store/secrets.js';
import type { MemoryDefinitions } from './definitions.js';
import type { MemoryWorkspace } from './workspace.js';

export interface SecretPlaces {
  readonly definitions: MemoryDefinitions;
  readonly workspaces: ReadonlyMap<string, MemoryWorkspace>;
}

/** Definitions first, each kind by creation; the cursor is the position of the last one. */
export function listSecrets(places: SecretPlaces, { limit, cursor }: PageRequest): Page<SealedSecret> {
  if (cursor !== null && !/^\d{1,15}$/.test(cursor)) return 'bad-cursor';
  const start = Number(cursor ?? 0);
  const all = [...ofDefinitions(places), ...ofExecutions(places)];
  const end = start + limit;
  return { items: all.slice(start, end), cursor: end < all.length ? String(end) : null };
}

/** Puts another one in its place, if it is still there. */
export function replaceSecret(places: SecretPlaces, { owner, sealed }: SealedSecret, next: string): boolean {
  if (owner.kind === 'definition') return places.definitions.replaceSecrets(owner, sealed, next);
  const record = places.workspaces.get(owner.workspaceId)?.find(owner.executionId);
  if (record?.sealedSecret !== sealed) return false;
  record.sealedSecret = next;
  return true;
}

function ofDefinitions({ definitions }: SecretPlaces): SealedSecret[] {
  return definitions
    .all()
    .flatMap(({ workspaceId, uid, version, sealedSecrets: sealed }) =>
      sealed === null ? [] : [{ owner: { kind: 'definition', workspaceId, uid, version }, sealed }],
    );
}

function ofExecutions({ workspaces }: SecretPlaces): SealedSecret[] {
  const records = [...workspaces.values()].flatMap((workspace) => workspace.withSecrets());
  return records.flatMap(({ state: { workspaceId, executionId }, sealedSecret: sealed }) =>
    sealed === null ? [] : [{ owner: { kind: 'execution', workspaceId, executionId }, sealed }],
  );
}
