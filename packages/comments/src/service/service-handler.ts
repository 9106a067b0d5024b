/** The service over HTTP: three operations under `/v2/comments/`, in the engine's envelope. */
import { z } from 'zod';
import { hasContent } from '../content/strip.js';
import { BadRequest } from '../http/json-body.js';
import { type HandlerLimits, createJsonHandler } from '../http/json-handler.js';
import type { HttpHandler, HttpHeaders } from '../http/message.js';
import { annotation, checked, commentId, event, id } from '../http/requests.js';
import type { StructuralAnnotation } from '../record.js';
import { type AnnotationStore, documentOf } from '../store/annotation-store.js';
import { createLocalService } from './local-service.js';

/**
 * Who wants what. Asked once for each document: of a list, of a thread as it is stored, and as it is saved. Null: the
 * thread says none, or is not there.
 */
export interface ServiceAccess {
  readonly operation: 'list' | 'save' | 'delete';
  readonly organizationId: string;
  readonly documentId: string | null;
  readonly headers: HttpHeaders;
}

/** Mounted at `basePath`: the operations are `{basePath}/v2/comments/list`, `save` and `delete`. */
export interface ServiceHandlerOptions extends HandlerLimits {
  /** Where the structural records are kept. */
  readonly store: AnnotationStore;
  /** Says whether the caller may; everything else is answered 403. There is no default: nothing is open by accident. */
  readonly authorize: (access: ServiceAccess) => boolean | Promise<boolean>;
}

const REQUESTS = {
  list: z.strictObject({ organizationId: id, documentIds: z.array(id).min(1).max(1_000) }),
  save: z.strictObject({ organizationId: id, annotation, event, commentId: commentId.optional() }),
  delete: z.strictObject({ organizationId: id, annotationId: id, event }),
};

/** Statuses of the engine's error envelope (contract section 14). */
const STATUSES: Readonly<Record<BadRequest['status'] | 500, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  500: 'INTERNAL',
};

export function createServiceHandler(options: ServiceHandlerOptions): HttpHandler {
  const perform = performer(options);
  return createJsonHandler({
    ...options,
    names: ['list', 'save', 'delete'],
    folder: '/v2/comments/',
    perform: async (operation, body, headers) => {
      const { data } = checked(z.strictObject({ data: z.unknown() }), body);
      return { result: await perform(operation, data, headers) };
    },
    failure: (status, message) => ({ error: { status: STATUSES[status], message, details: null } }),
  });
}

type OperationName = keyof typeof REQUESTS;

function performer({ store, authorize }: ServiceHandlerOptions) {
  const service = createLocalService(store);

  async function allow(access: Omit<ServiceAccess, 'documentId'>, documents: readonly (string | null)[]) {
    for (const documentId of new Set(documents)) {
      if (!(await authorize({ ...access, documentId })))
        throw new BadRequest(403, `this ${access.operation} is not yours to do`);
    }
  }

  return async (operation: OperationName, data: unknown, headers: HttpHeaders): Promise<unknown> => {
    if (operation === 'list') {
      const request = checked(REQUESTS.list, data);
      const { organizationId, documentIds } = request;
      await allow({ operation, organizationId, headers }, documentIds);
      return { annotations: await service.list(request) };
    }
    if (operation === 'save') {
      const request = checked(REQUESTS.save, data);
      const { organizationId, annotation: saved } = request;
      // A client that sends content has a fault; what is not stored cannot leak.
      if (hasContent(saved)) throw new BadRequest(400, 'annotation: has fields that are content');
      const stored = await documentOf(store, organizationId, saved.annotationId);
      const documents = [saved.metadata.documentId ?? null, ...(stored === undefined ? [] : [stored])];
      await allow({ operation, organizationId, headers }, documents);
      await service.save({ ...request, annotation: saved as StructuralAnnotation });
      return { saved: true };
    }
    const request = checked(REQUESTS.delete, data);
    const { organizationId, annotationId } = request;
    const stored = await documentOf(store, organizationId, annotationId);
    await allow({ operation, organizationId, headers }, [stored ?? null]);
    await service.delete(request);
    return { deleted: true };
  };
}
