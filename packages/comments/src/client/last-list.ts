/**
 * The last list of the service, by which the next one has only the changes. It never claims more
 * than the threads have: a thread that the page has at another revision is listed again.
 */
import { type Listed, digestsOf, partOf, partsFor } from '../content/list-parts.js';
import { MOST_DOCUMENTS, type WholeList, isRecord } from './lists.js';

/** Number of parts at most, which the service takes. */
const MOST_PARTS = 256;

interface Seen {
  readonly revision: number;
  /** False for records and for what was deleted. */
  readonly isThread: boolean;
}

export class LastList {
  /** Documents of the list. */
  #documents = '';
  readonly #seen = new Map<string, Seen>();

  /**
   * Returns the digests of the list of these documents; undefined when it was not listed.
   *
   * @param revisionOf revision at which the page has a thread; undefined when it has none
   */
  digests(
    documentIds: readonly string[],
    revisionOf: (annotationId: string) => number | undefined,
  ): string[] | undefined {
    if (this.#documents !== keyOf(documentIds) || documentIds.length > MOST_DOCUMENTS) return undefined;
    const known: Listed[] = [];
    for (const [annotationId, { revision, isThread }] of this.#seen)
      if (revisionOf(annotationId) === (isThread ? revision : undefined))
        known.push({ annotationId, revision });
    return digestsOf(known, partsFor(this.#seen.size, MOST_PARTS));
  }

  /** Records a list, and returns a function that tells if it says something about a thread. */
  take(
    documentIds: readonly string[],
    asked: readonly string[] | undefined,
    { listed, gone, parts }: WholeList,
  ): (annotationId: string) => boolean {
    const some = asked && parts && new Set(parts);
    const isListed = (id: string) => some === undefined || some.has(partOf(id, asked?.length ?? 1));
    this.#documents = keyOf(documentIds);
    for (const id of this.#seen.keys()) if (isListed(id)) this.#seen.delete(id);
    for (const it of listed)
      this.#seen.set(it.annotation.annotationId, { revision: it.revision, isThread: !isRecord(it) });
    for (const { annotationId, revision } of gone)
      this.#seen.set(annotationId, { revision, isThread: false });
    return isListed;
  }
}

const keyOf = (documentIds: readonly string[]): string => JSON.stringify(documentIds);
