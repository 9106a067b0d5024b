/** The service over HTTP: three operations under `/v2/comments/`, in the engine's envelope. */
import type { HttpHandler, HttpHeaders } from '@org/approval-internal/http';
import {
  type Checks,
  callable,
  checkOptions,
  optional,
  texts,
  withMethods,
} from '@org/approval-internal/options';
import * as z from 'zod';
import {
  type Access,
  type AccessOptions,
  READ,
  allow,
  authorOf,
  callerOf,
  nameOf,
  readable,
} from '../access/access.js';
import { checkChange, checkDelete, checkKind } from '../access/rules.js';
import { aboutWrite, conflict, knownDocument } from '../access/writes.js';
import { contentIn } from '../content/strip.js';
import { BadRequest } from '../http/json-body.js';
import {
  type FailureStatus,
  type HandlerLimits,
  LIMIT_OPTIONS,
  createJsonHandler,
} from '../http/json-handler.js';
import {
  annotation,
  checkNamed,
  checked,
  commentId,
  contentMarks,
  customerRevision,
  event,
  id,
  organizationOf,
  pageFields,
  writeFields,
} from '../http/requests.js';
import {
  type AnnotationStore,
  type WriteResult,
  tryingOut,
  writeAnnouncement,
  writeChange,
  writeDelete,
} from '../store/annotation-store.js';
import { changeOf } from '../store/change.js';
import { COMMENTS_LIMITS } from '../limits.js';
import { isPartCount } from './changed-parts.js';
import { SERVICE_RULES, createLocalService, writtenOf } from './local-service.js';

/** Arguments of `authorize` of `createServiceHandler`. */
export type ServiceAccess = Access<'list' | 'save' | 'delete'>;

/** Mounted at `basePath`: the operations are `{basePath}/v2/comments/list`, `save` and `delete`. */
export interface ServiceHandlerOptions extends HandlerLimits, AccessOptions<'list' | 'save' | 'delete'> {
  /** Store of the structural records. */
  readonly store: AnnotationStore;
  /**
   * Fields of the hosts' own that the service takes; every other field that it does not work with
   * is refused.
   */
  readonly additionalFields?: readonly string[];
}

const OPTIONS: Checks<ServiceHandlerOptions> = {
  ...LIMIT_OPTIONS,
  store: withMethods('find', 'load', 'put'),
  callerOf: callable,
  authorize: callable,
  additionalFields: optional(texts),
};

/** Made once: a schema that is new to each request is compiled for each. */
const ENVELOPE = z.strictObject({ data: z.unknown() });

const REQUESTS = {
  list: z.strictObject({
    organizationId: id,
    documentIds: z.array(id).min(1).max(COMMENTS_LIMITS.documents),
    ...pageFields,
    known: z
      .array(z.string().regex(/^[0-9a-f]{16}$/))
      .max(COMMENTS_LIMITS.listParts)
      .refine((it) => isPartCount(it.length), { message: 'must have a power of 2 of digests' })
      .optional(),
  }),
  save: z.strictObject({
    organizationId: id,
    annotation,
    event,
    commentId: commentId.optional(),
    contentMarks,
    customerRevision,
    ...writeFields,
  }),
  delete: z.strictObject({
    organizationId: id,
    annotationId: id,
    documentId: id.optional(),
    event,
    revision: writeFields.revision,
    writeId: writeFields.writeId,
  }),
};

const CHECK = z.union([z.strictObject({ save: z.unknown() }), z.strictObject({ delete: z.unknown() })]);

/** Statuses of the engine's error envelope (contract section 14). */
const STATUSES: Readonly<Record<FailureStatus, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/**
 * Makes the handler of the service: it lists, saves and deletes the structure of threads, and
 * refuses what is content.
 * @throws TypeError when an option makes no sense.
 */
export function createServiceHandler(options: ServiceHandlerOptions): HttpHandler {
  checkOptions('createServiceHandler', options, OPTIONS);
  const perform = {
    list: lister(options),
    save: saver(options),
    delete: deleter(options, writeDelete),
    announce: deleter(options, writeAnnouncement),
    check: checker(options),
  };
  return createJsonHandler({
    ...options,
    names: ['list', 'save', 'delete', 'announce', 'check'],
    folder: '/v2/comments/',
    perform: async (operation, body, headers) => {
      const { data } = checked(ENVELOPE, body);
      return { result: await perform[operation](data, headers) };
    },
    failure: (status, message, details) => ({
      error: { status: STATUSES[status], message, details: status === 409 ? { conflict: details } : {} },
    }),
  });
}

type Perform = (data: unknown, headers: HttpHeaders) => Promise<unknown>;

function lister(options: ServiceHandlerOptions): Perform {
  const service = createLocalService(options.store);
  return async (data, headers) => {
    const request = checked(REQUESTS.list, data);
    const { organizationId, documentIds } = request;
    const asked = { operation: 'list', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    await allow(options, { ...READ, ...asked, caller }, documentIds);
    return service.list(request);
  };
}

const saver =
  (options: ServiceHandlerOptions): Perform =>
  async (data, headers) => {
    const { organizationId, ...saved } = checked(REQUESTS.save, data);
    checkNamed(saved);
    organizationOf([organizationId, saved.annotation.metadata.organizationId]);
    const content = contentIn(saved.annotation, options.additionalFields);
    // A client that sends content has a fault; what is not stored cannot leak.
    if (content.length > 0) throw new BadRequest(400, 'annotation: has fields that are content');
    const asked = { operation: 'save', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    const change = changeOf(saved, caller);
    const result = await writeChange(options.store, organizationId, change, {
      ...SERVICE_RULES,
      check: async (stored) => {
        const access = { ...asked, caller, ...aboutWrite(saved, change, stored) };
        await allow(options, access, [nameOf(change.metadata.documentId), ...knownDocument(stored)]);
        checkChange(caller, change, stored);
      },
    });
    const mayRead = await readable(options, { ...asked, operation: 'list' }, caller, documents(result));
    return written(result, mayRead.size > 0);
  };

const deleter =
  (options: ServiceHandlerOptions, write: typeof writeDelete): Perform =>
  async (data, headers) => {
    const { organizationId, annotationId, documentId, event, ...about } = checked(REQUESTS.delete, data);
    const asked = { operation: 'delete', organizationId, headers } as const;
    const caller = await callerOf(options, asked);
    const key = { organizationId, annotationId };
    const result = await write(options.store, key, {
      ...about,
      check: async (stored) => {
        const authorId = authorOf(stored?.thread);
        const access = { ...asked, caller, event, annotationId, commentId: null, authorId, changes: [] };
        await allow(options, access, stored === null ? [documentId ?? null] : knownDocument(stored));
        checkKind(event, stored);
        checkDelete(caller, stored);
      },
    });
    return written(result, false);
  };

/**
 * A save or delete as it would end now: the same access, the same refusals, and nothing is written.
 */
function checker(options: ServiceHandlerOptions): Perform {
  const trial = { ...options, store: tryingOut(options.store) };
  const [save, remove] = [saver(trial), deleter(trial, writeDelete)];
  return async (data, headers) => {
    const request = checked(CHECK, data);
    await ('save' in request ? save(request.save, headers) : remove(request.delete, headers));
    return {};
  };
}

/** Documents of which a refusal would show content. */
const documents = (result: WriteResult): (string | null)[] =>
  result.outcome === 'conflict' ? knownDocument(result.stored) : [];

/** @throws Refused */
function written(result: WriteResult, mayRead: boolean) {
  if (result.outcome === 'conflict') throw conflict(result, mayRead);
  return writtenOf(result);
}
