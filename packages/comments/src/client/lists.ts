/** Reads the whole list of the service, page by page. */
import { ServiceError } from '../errors.js';
import { createProgress } from '../provider/progress.js';
import { RECORD_TYPES } from '../record.js';
import type { CommentService, ListedAnnotation } from '../service/port.js';
import { asServiceError } from './service-error.js';

/** Number of documents in one request to either side, which answers in pages. */
export const MOST_DOCUMENTS = 1_000;

/** @throws ServiceError */
export async function listAll(
  service: CommentService,
  organizationId: string,
  documentIds: readonly string[],
): Promise<ListedAnnotation[]> {
  const threads = new Map<string, ListedAnnotation>();
  for (let start = 0; start < documentIds.length; start += MOST_DOCUMENTS) {
    const some = documentIds.slice(start, start + MOST_DOCUMENTS);
    const progress = createProgress(leadsNowhere);
    let after: string | null | undefined;
    while (after !== null) {
      const request = { organizationId, documentIds: some, ...(after !== undefined && { after }) };
      const page = await asServiceError('list', service.list(request));
      const before = threads.size;
      for (const thread of page.threads) threads.set(thread.annotation.annotationId, thread);
      after = page.next;
      if (after !== null) progress(after, threads.size - before);
    }
  }
  return [...threads.values()];
}

const leadsNowhere = () =>
  new ServiceError('list', 200, { cause: new Error('its pages lead nowhere: `next` names no new one') });

/** True if an annotation of the service is a record with a separate provider, not a thread. */
export const isRecord = ({ annotation }: ListedAnnotation): boolean =>
  RECORD_TYPES.some((it) => it === annotation.type);
