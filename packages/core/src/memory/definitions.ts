/** The definitions of the in-memory store. */
import { itemAt } from '@org/approval-internal/lists';
import type {
  DefinitionHead,
  DefinitionKey,
  DefinitionRef,
  DefinitionVersion,
  KnownHead,
} from '../ports/store/definitions.js';
import { isReservedId } from '../interpreter/own-runs.js';
import type { Page, PageRequest } from '../ports/store/page.js';

interface Entry {
  readonly key: string;
  readonly versions: DefinitionVersion[];
  active: boolean;
  openExecutions: number;
  /** Ended ones as well, until they are deleted. */
  executions: number;
}

/** Ids are not empty and have no control characters, so keys of two scopes never match. */
const scopeOf = ({ workspaceId, organizationId, documentId }: Omit<DefinitionKey, 'definitionId'>): string =>
  `${workspaceId}\0${organizationId ?? ''}\0${documentId ?? ''}\0`;

const keyOf = (key: DefinitionKey): string => scopeOf(key) + key.definitionId;

export class MemoryDefinitions {
  /** Active ones only. */
  private readonly byKey = new Map<string, Entry>();
  private readonly byUid = new Map<string, Entry>();

  create(first: DefinitionVersion): 'created' | 'exists' {
    const key = keyOf(first);
    if (this.byKey.has(key)) return 'exists';
    const entry: Entry = { key, versions: [first], active: true, openExecutions: 0, executions: 0 };
    this.byKey.set(key, entry);
    this.byUid.set(first.uid, entry);
    return 'created';
  }

  add(next: DefinitionVersion): 'added' | 'conflict' | 'absent' {
    const entry = this.entry(next);
    if (entry === undefined || !entry.active) return 'absent';
    if (next.version !== entry.versions.length + 1) return 'conflict';
    entry.versions.push(next);
    return 'added';
  }

  delete(ref: { workspaceId: string; uid: string }): 'deleted' | 'in-use' | 'absent' {
    const entry = this.entry(ref);
    if (entry === undefined || !entry.active) return 'absent';
    if (entry.openExecutions > 0) return 'in-use';
    entry.active = false;
    this.byKey.delete(entry.key);
    return 'deleted';
  }

  head(key: DefinitionKey): DefinitionHead | null {
    const newest = this.byKey.get(keyOf(key))?.versions.at(-1);
    return newest === undefined ? null : { uid: newest.uid, version: newest.version };
  }

  /** True if the newest version is still this one. */
  isHead({ head, ...key }: KnownHead): boolean {
    const now = this.head(key);
    return now?.uid === head?.uid && now?.version === head?.version;
  }

  /** Number of the newest version of an active definition; null without one. */
  newestOf(ref: { workspaceId: string; uid: string }): number | null {
    const entry = this.entry(ref);
    return entry?.active === true ? entry.versions.length : null;
  }

  version(ref: DefinitionRef): DefinitionVersion | null {
    return this.entry(ref)?.versions[ref.version - 1] ?? null;
  }

  /** In the order of definitionId; the cursor contains the last one, in a form no id has. */
  list(scope: Omit<DefinitionKey, 'definitionId'>, { limit, cursor }: PageRequest): Page<DefinitionVersion> {
    const after = cursor === null ? '' : /^after (.+)$/s.exec(cursor)?.[1];
    if (after === undefined) return 'bad-cursor';
    const prefix = scopeOf(scope);
    const ids = [...this.byKey.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .filter((id) => id > after)
      .sort();
    const items = ids
      .slice(0, limit)
      .map((id) => this.byKey.get(prefix + id)?.versions.at(-1) as DefinitionVersion);
    return { items, cursor: ids.length > limit ? `after ${itemAt(ids, limit - 1)}` : null };
  }

  /** Every version of every definition, deleted ones included. */
  all(): DefinitionVersion[] {
    return [...this.byUid.values()].flatMap((entry) => entry.versions);
  }

  replaceSecrets(ref: DefinitionRef, before: string, next: string): boolean {
    const version = this.version(ref);
    const versions = this.entry(ref)?.versions;
    if (version === null || versions === undefined || version.sealedSecrets !== before) return false;
    versions[ref.version - 1] = { ...version, sealedSecrets: next };
    return true;
  }

  isActive(ref: { workspaceId: string; uid: string }): boolean {
    return this.entry(ref)?.active === true;
  }

  executionBegan(ref: { workspaceId: string; uid: string }): void {
    const entry = this.entry(ref);
    if (entry === undefined) return;
    entry.openExecutions += 1;
    entry.executions += 1;
  }

  executionEnded(ref: { workspaceId: string; uid: string }): void {
    const entry = this.entry(ref);
    if (entry !== undefined) entry.openExecutions -= 1;
  }

  executionDeleted(ref: { workspaceId: string; uid: string }): void {
    const entry = this.entry(ref);
    if (entry === undefined) return;
    entry.executions -= 1;
    if (entry.executions > 0 || !isReservedId(entry.versions[0]?.definitionId)) return;
    this.byUid.delete(ref.uid);
    this.byKey.delete(entry.key);
  }

  private entry({ workspaceId, uid }: { workspaceId: string; uid: string }): Entry | undefined {
    const entry = this.byUid.get(uid);
    return entry?.versions[0]?.workspaceId === workspaceId ? entry : undefined;
  }
}
