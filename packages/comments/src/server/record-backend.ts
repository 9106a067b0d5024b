/**
 * The customer's backend of one kind of record: reactions, notifications of the host's own, or
 * activities. A record is kept as a thread without comments, so the stores, tombstones and rules of
 * threads apply.
 */
import type { HttpHandler } from '@org/approval-internal/http';
import { type Checks, checkOptions, must } from '@org/approval-internal/options';
import * as z from 'zod';
import { RECORD_NAMES } from '../content/record-names.js';
import { BadRequest } from '../http/json-body.js';
import { annotation, checked, event, id, metadata, pageFields, writeFields } from '../http/requests.js';
import { COMMENTS_LIMITS } from '../limits.js';
import { type Fields, RECORD_TYPES, type RecordKind, isObject } from '../record.js';
import { BACKEND_OPTIONS, type CommentBackendOptions, backendOf } from './backend.js';
import { type Perform, operationsOn } from './operations.js';

/** The options of comments, which may have the same store. */
export interface RecordBackendOptions extends CommentBackendOptions {
  /** Kind of the records; each kind has a handler, under a separate `basePath`. */
  readonly kind: RecordKind;
}

const OPTIONS: Checks<RecordBackendOptions> = {
  ...BACKEND_OPTIONS,
  kind: must(RECORD_TYPES.join(', or '), (it) => RECORD_TYPES.some((kind) => kind === it)),
};

/**
 * Makes the handler of the three URLs of one kind of record, with the answers of
 * `createCommentBackend`. A person makes and deletes their own reactions, and activities once and
 * for good. Only a process of the host (`isSystem`) makes notifications. They are read and deleted
 * by the people in `to`, and by no others.
 * @throws TypeError when an option makes no sense.
 * @example
 * ```ts
 * import { createMemoryAnnotationStore, createRecordBackend } from '@org/approval-comments/server';
 * import { toFetch } from '@org/approval-comments/fetch';
 *
 * const reactions = toFetch(
 *   createRecordBackend({
 *     kind: 'reaction',
 *     basePath: '/reactions',
 *     store: createMemoryAnnotationStore(), // that of the comments will do
 *     callerOf: ({ cookie }) => (cookie === 'session=ada' ? { userId: 'ada' } : null),
 *     authorize: ({ documentId }) => documentId === 'contract-7',
 *   }),
 * );
 * const metadata = { organizationId: 'acme', documentId: 'contract-7' };
 * const answer = await reactions(
 *   new Request('https://app.example.com/reactions/save', {
 *     method: 'POST',
 *     headers: { 'content-type': 'application/json', cookie: 'session=ada' },
 *     body: JSON.stringify({
 *       reactionAnnotation: { r1: { id: 'r1', metadata, icon: '👍', from: { userId: 'ada' } } },
 *       event: 'reaction.add',
 *       metadata,
 *     }),
 *   }),
 * );
 * console.log(answer.status); // → 200
 * ```
 */
export function createRecordBackend(options: RecordBackendOptions): HttpHandler {
  checkOptions('createRecordBackend', options, OPTIONS);
  const { kind } = options;
  const threads = operationsOn(options);
  const requests = requestsOf(kind);
  const names = RECORD_NAMES[kind];
  const get: Perform = async (body, headers) => {
    const { [names.ids]: ids, ...about } = checked(requests.get, body) as Fields;
    const { data, ...answer } = await threads.get({ ...about, commentAnnotationIds: ids }, headers);
    return { ...answer, data: Object.fromEntries(Object.entries(data as Fields).map(recordOf)) };
  };
  const save: Perform = async (body, headers) => {
    const { [names.one]: records, event: _event, ...about } = checked(requests.save, body) as Fields;
    const sent = Object.entries(records as Fields).map(
      ([key, it]) => [key, threadOf(kind, key, it)] as const,
    );
    // An add replaces nothing: a record that is sent again is the same one.
    const request = {
      ...about,
      commentAnnotation: Object.fromEntries(sent),
      event: 'comment_annotation.add',
    };
    return threads.save(request, headers);
  };
  const remove: Perform = async (body, headers) => {
    const { [names.id]: recordId, ...about } = checked(requests.delete, body) as Fields;
    return threads.delete({ ...about, commentAnnotationId: recordId }, headers);
  };
  return backendOf(options, { get, save, delete: remove });
}

function requestsOf(kind: RecordKind) {
  const names = RECORD_NAMES[kind];
  const { writeId, revision } = writeFields;
  return {
    get: z.strictObject({
      organizationId: id,
      [names.ids]: z.array(id).max(COMMENTS_LIMITS.ids).optional(),
      documentIds: z.array(id).max(COMMENTS_LIMITS.ids).optional(),
      ...pageFields,
    }),
    save: z.strictObject({
      [names.one]: z.record(id, z.looseObject({ id, metadata })),
      event: event.optional(),
      metadata: metadata.optional(),
      writeId,
    }),
    delete: z.strictObject({
      [names.id]: id,
      event: event.optional(),
      metadata: metadata.optional(),
      ...{ writeId, revision },
    }),
  } as const;
}

/** Fields that a record has as a thread. */
const OF_THREADS: readonly string[] = ['annotationId', 'comments', 'type'];

/** @throws BadRequest */
function threadOf(kind: RecordKind, key: string, record: unknown): Fields {
  const { id: own, ...fields } = isObject(record) ? record : {};
  if (own !== key) throw new BadRequest(400, `${RECORD_NAMES[kind].one}: a record stands under another id`);
  const taken = OF_THREADS.filter((it) => Object.hasOwn(fields, it));
  if (taken.length > 0) throw new BadRequest(400, `${taken.join(', ')}: a record has no such field`);
  return checked(annotation, { ...fields, annotationId: key, comments: {}, type: kind });
}

function recordOf([key, thread]: [string, unknown]): [string, Fields] {
  const { annotationId: _id, comments: _comments, type: _type, ...fields } = thread as Fields;
  return [key, { ...fields, id: key }];
}
