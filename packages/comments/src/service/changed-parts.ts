/** Lists only the parts of a list whose digests differ from those of the client. */
import { InvalidCursorError } from '@org/approval-internal/thread-pages';
import { digestsOf, partOf } from '../content/list-parts.js';
import { COMMENTS_LIMITS } from '../limits.js';
import type { AnnotationStore } from '../store/annotation-store.js';
import type { ListRequest } from './port.js';

/** The page to read, of the parts that have changed. */
export interface ChangedParts {
  readonly annotationIds: readonly string[];
  /** Position in these, for the store. */
  readonly after: string | undefined;
  readonly parts: readonly number[];
  /** The cursor of the page after it. */
  readonly cursor: (next: string) => string;
}

/** Returns the changed parts; null: everything is listed. @throws InvalidCursorError */
export async function changedParts(
  { revisions }: AnnotationStore,
  { organizationId, documentIds, known, after }: ListRequest,
): Promise<ChangedParts | null> {
  const begun = after === undefined ? null : cursorIn(after);
  if (revisions === undefined || (begun === null && (known === undefined || after !== undefined)))
    return null;
  const rows = await revisions({ organizationId, documentIds });
  const count = begun?.count ?? known?.length ?? 1;
  const digests = begun === null ? digestsOf(rows, count) : [];
  const parts = begun?.parts ?? digests.flatMap((it, part) => (it === known?.[part] ? [] : [part]));
  const wanted = new Set(parts);
  const annotationIds = rows.map((it) => it.annotationId).filter((id) => wanted.has(partOf(id, count)));
  // A list that has changed as a whole is read in its order.
  if (begun === null && annotationIds.length > COMMENTS_LIMITS.listed) return null;
  return { annotationIds, parts, after: begun?.after, cursor: (next) => cursorOf(count, parts, next) };
}

interface Begun {
  readonly count: number;
  readonly parts: readonly number[];
  readonly after: string;
}

/** The cursor names the parts, since others may change between two pages. */
function cursorOf(count: number, parts: readonly number[], after: string): string {
  const bits = parts.reduce((sum, part) => sum | (1n << BigInt(part)), 0n);
  return `p${count}.${bits.toString(16)}.${after}`;
}

/** Null: it is the cursor of a whole list. @throws InvalidCursorError */
function cursorIn(cursor: string): Begun | null {
  if (!cursor.startsWith('p')) return null;
  const [, count = '', bits = '', after = ''] = /^p(\d{1,4})\.([0-9a-f]{1,64})\.(.+)$/.exec(cursor) ?? [];
  if (!isPartCount(Number(count))) throw new InvalidCursorError();
  const all = BigInt(`0x${bits}`);
  const parts = Array.from({ length: Number(count) }, (_, part) => part).filter(
    (part) => ((all >> BigInt(part)) & 1n) === 1n,
  );
  return { count: Number(count), parts, after };
}

/** True for a power of 2 within the bound. */
export const isPartCount = (count: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= COMMENTS_LIMITS.listParts && (count & (count - 1)) === 0;
