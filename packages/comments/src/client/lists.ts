/** Reads the whole list of the service, page by page. */
import type { Listed } from '../content/list-parts.js';
import { ServiceError } from '../errors.js';
import { createProgress } from '../provider/progress.js';
import { RECORD_TYPES } from '../record.js';
import type { CommentService, ListedAnnotation } from '../service/port.js';
import { asServiceError } from './service-error.js';

/** Number of documents in one request to either side, which answers in pages. */
export const MOST_DOCUMENTS = 1_000;

/** A list as it was read. */
export interface WholeList {
  readonly listed: readonly ListedAnnotation[];
  readonly gone: readonly Listed[];
  /** Parts that were listed; undefined: everything was. */
  readonly parts: readonly number[] | undefined;
}

/** @throws ServiceError */
export const listAll = async (
  service: CommentService,
  organizationId: string,
  documentIds: readonly string[],
): Promise<readonly ListedAnnotation[]> => (await listChanged(service, organizationId, documentIds)).listed;

/**
 * Lists what has changed since `known`, which is for at most `MOST_DOCUMENTS` documents.
 *
 * @throws ServiceError
 */
export async function listChanged(
  service: CommentService,
  organizationId: string,
  documentIds: readonly string[],
  known?: readonly string[],
): Promise<WholeList> {
  const threads = new Map<string, ListedAnnotation>();
  const gone = new Map<string, Listed>();
  let parts: readonly number[] | undefined;
  for (let start = 0; start < documentIds.length; start += MOST_DOCUMENTS) {
    const some = documentIds.slice(start, start + MOST_DOCUMENTS);
    const progress = createProgress(leadsNowhere);
    let after: string | null | undefined;
    while (after !== null) {
      const more = after === undefined ? known && { known } : { after };
      const request = { organizationId, documentIds: some, ...more };
      const page = await asServiceError('list', service.list(request));
      const before = threads.size + gone.size;
      for (const thread of page.threads) threads.set(thread.annotation.annotationId, thread);
      for (const it of page.gone ?? []) gone.set(it.annotationId, it);
      if (after === undefined) ({ parts } = page);
      after = page.next;
      if (after !== null) progress(after, threads.size + gone.size - before);
    }
  }
  return { listed: [...threads.values()], gone: [...gone.values()], parts };
}

const leadsNowhere = () =>
  new ServiceError('list', 200, { cause: new Error('its pages lead nowhere: `next` names no new one') });

/** True if an annotation of the service is a record with a separate provider, not a thread. */
export const isRecord = ({ annotation }: ListedAnnotation): boolean =>
  RECORD_TYPES.some((it) => it === annotation.type);
