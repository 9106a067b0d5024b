/** Which runs a caller sees at all, by what they are of. */

/** Of what a run is. */
export interface RunScope {
  /** The definition that it runs. */
  readonly definitionId: string;
  readonly organizationId: string | null;
  readonly documentId: string | null;
}

/**
 * What a caller may see: up to 1,000 ids of each kind. A kind that is left out: any; an empty list: none; all that are
 * there must match, and a run without an organization or document matches no list of them. `undefined` is refused: a list
 * that somebody forgot to load is not one that was left out.
 */
export interface Visible {
  /** Only runs of these definitions. */
  readonly definitionIds?: readonly string[];
  /** Only runs of these organizations. */
  readonly organizationIds?: readonly string[];
  /** Only runs of these documents. */
  readonly documentIds?: readonly string[];
}

/** The fields of `Visible`, and what each of them is compared with. */
export const VISIBLE_FIELDS = {
  definitionIds: 'definitionId',
  organizationIds: 'organizationId',
  documentIds: 'documentId',
} as const satisfies Record<keyof Visible, keyof RunScope>;

/** Whether a run is among those that can be seen. */
export function isVisible(visible: Visible | undefined, run: RunScope): boolean {
  if (visible === undefined) return true;
  return (Object.keys(VISIBLE_FIELDS) as (keyof Visible)[]).every((field) => {
    const id = run[VISIBLE_FIELDS[field]];
    return visible[field] === undefined || (id !== null && visible[field].includes(id));
  });
}
