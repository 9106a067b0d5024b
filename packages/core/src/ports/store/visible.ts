/** Restriction of a caller's visible runs by their scope. */
import { keysOf } from '@org/approval-internal/lists';

/** Scope of a run. */
export interface RunScope {
  /** The definition that it runs. */
  readonly definitionId: string;
  readonly organizationId: string | null;
  readonly documentId: string | null;
}

/**
 * Visible scopes of a caller: up to 1,000 ids of each kind. An omitted kind: any; an empty list:
 * none. All present kinds must match, and a run without an organization or document matches no list
 * of them. `undefined` is refused, because it may be a list that failed to load.
 */
export interface Visible {
  /** Only runs of these definitions. */
  readonly definitionIds?: readonly string[];
  /** Only runs of these organizations. */
  readonly organizationIds?: readonly string[];
  /** Only runs of these documents. */
  readonly documentIds?: readonly string[];
}

/** Fields of `Visible`, with the field that each is compared with. */
export const VISIBLE_FIELDS = {
  definitionIds: 'definitionId',
  organizationIds: 'organizationId',
  documentIds: 'documentId',
} as const satisfies Record<keyof Visible, keyof RunScope>;

/** True if the run is visible. */
export function isVisible(visible: Visible | undefined, run: RunScope): boolean {
  if (visible === undefined) return true;
  return keysOf(VISIBLE_FIELDS).every((field) => {
    const id = run[VISIBLE_FIELDS[field]];
    return visible[field] === undefined || (id !== null && visible[field].includes(id));
  });
}
