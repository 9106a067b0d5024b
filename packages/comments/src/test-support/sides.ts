/** Both servers over stores in memory, with one way to write to them. */
import type { Access } from '../access/access.js';
import { createCommentBackend } from '../server/backend.js';
import { createServiceHandler } from '../service/service-handler.js';
import type { AnnotationStore } from '../store/annotation-store.js';
import { createMemoryAnnotationStore } from '../store/memory-store.js';
import { type AnnotationRecord, recordOf } from '../store/rows.js';
import { callerNamed } from './callers.js';

const organizationId = 'acme';
const metadata = { organizationId, documentId: 'contract' };

export interface Write {
  readonly annotation: object;
  readonly event?: string;
  readonly commentId?: number;
  readonly changedFields?: readonly string[];
  readonly targetComment?: object;
}

/** Each write gives the HTTP status. */
export function sides(allows: () => boolean = () => true) {
  const asked: Access<string>[] = [];
  const authorize = (access: Access<string>) => {
    asked.push(access);
    return allows();
  };
  const options = { callerOf: callerNamed, authorize };
  const [customerStore, serviceStore] = [createMemoryAnnotationStore(), createMemoryAnnotationStore()];
  const customer = createCommentBackend({ ...options, store: customerStore });
  const service = createServiceHandler({ ...options, store: serviceStore });
  const post = async (handler: typeof customer, path: string, userId: string, value: unknown) => {
    const headers = { 'content-type': 'application/json', 'x-user': userId };
    const about = { method: 'POST', path, query: '', remoteAddress: null, headers };
    return (await handler({ ...about, body: { kind: 'parsed', value } })).status;
  };
  return {
    asked,
    customer: {
      stored: () => storedIn(customerStore),
      save: (userId: string, { annotation, ...about }: Write) =>
        post(customer, '/save', userId, { commentAnnotation: { t1: annotation }, ...about }),
      delete: (userId: string, more: object = {}) =>
        post(customer, '/delete', userId, { commentAnnotationId: 't1', metadata, ...more }),
    },
    service: {
      stored: () => storedIn(serviceStore),
      save: (userId: string, write: Write) =>
        post(service, '/v2/comments/save', userId, { data: { organizationId, ...write } }),
      delete: (userId: string) => {
        const data = { organizationId, annotationId: 't1', documentId: 'contract', event: 'x' };
        return post(service, '/v2/comments/delete', userId, { data });
      },
    },
  };
}

/** Returns the thread as a reader of its document finds it; null: it is not found. */
async function storedIn(store: AnnotationStore): Promise<AnnotationRecord | null> {
  const { threads } = await store.find({ organizationId, documentIds: ['contract'] });
  return threads[0] ? recordOf(threads[0]) : null;
}
