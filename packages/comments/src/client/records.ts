/**
 * Reactions, activities, and notifications of the host's own: records of a document that the
 * service knows by id, and whose content a separate provider keeps. To the service they are
 * annotations of another type, so the rules of threads apply: the customer first, tombstones, no
 * write in another person's name.
 */
import { merge } from '../content/merge.js';
import { withoutNames } from '../content/people.js';
import { RECORD_NAMES } from '../content/record-names.js';
import { strip } from '../content/strip.js';
import { AttemptError, CommentsSetupError, ResolverError } from '../errors.js';
import type { CommentResolverModuleName } from '../provider/events.js';
import type { PartialRecord } from '../provider/others.js';
import { createProgress, nextOf } from '../provider/progress.js';
import type { RegisteredProvider } from '../provider/register.js';
import type { Resolve } from '../provider/resolver.js';
import {
  type CommentAnnotation,
  type Fields,
  type PartialCommentAnnotation,
  type RecordKind,
  type User,
  isObject,
} from '../record.js';
import type { CommentService, ListedAnnotation } from '../service/port.js';
import { newWriteId } from './ids.js';
import { listAll } from './lists.js';
import { asServiceError } from './service-error.js';
import type { Identity } from './identity.js';

/** A reaction, notification or activity, as it is shown. */
export interface RecordItem {
  /** The same on both sides. */
  readonly id: string;
  readonly documentId: string;
  /** Person who made it. */
  readonly from?: User;
  /** The thread that it is about. */
  readonly annotationId?: string;
  /** The comment that it is about. */
  readonly commentId?: number;
  /** Time at which it was made, in ms since the epoch. */
  readonly createdAt?: number;
  /** False: the customer's side could not be asked, or does not have it. */
  readonly isContentAvailable: boolean;
  readonly [field: string]: unknown;
}

/** Target of a new record, and its content: `icon` of a reaction, for example. */
export interface NewRecord {
  /** One of `setDocuments`. */
  readonly documentId: string;
  /** The same id again is the same record; a new one by default. */
  readonly id?: string;
  readonly annotationId?: string;
  readonly commentId?: number;
  readonly [field: string]: unknown;
}

/** Requests of any kind of record. */
export type RecordRequests = { readonly get: object; readonly save: object; readonly delete: object };

export interface RecordPorts {
  readonly provider: Pick<RegisteredProvider, 'custom'>;
  readonly resolve: Resolve<RecordRequests>;
  readonly user: Identity;
  readonly service: CommentService;
  readonly now: () => number;
}

/** Number of records in one request. */
const MOST_RECORDS = 200;

interface Known {
  readonly revision: number;
  readonly content: PartialCommentAnnotation | null;
}

export class Records {
  readonly #kind: RecordKind;
  readonly #ports: RecordPorts;
  /** Content that was read, by id. */
  readonly #known = new Map<string, Known>();

  constructor(kind: RecordKind, ports: RecordPorts) {
    this.#kind = kind;
    this.#ports = ports;
  }

  /**
   * Returns the listed annotations of this kind, with their content.
   * @param refresh true to read content again
   */
  async shown(listed: readonly ListedAnnotation[], refresh: boolean): Promise<readonly RecordItem[]> {
    const own = listed.filter(({ annotation }) => annotation.type === this.#kind);
    const isKnown = ({ annotation, revision }: ListedAnnotation) =>
      !refresh && this.#known.get(annotation.annotationId)?.revision === revision;
    const unread = own.filter((it) => !isKnown(it));
    for (let start = 0; start < unread.length; start += MOST_RECORDS)
      await this.#load(unread.slice(start, start + MOST_RECORDS));
    return own.map(({ annotation, revision }) => {
      const known = this.#known.get(annotation.annotationId);
      const content = known?.revision === revision ? known.content : null;
      return itemOf(merge(annotation, content, this.#ports.provider.custom), content !== null);
    });
  }

  async #load(records: readonly ListedAnnotation[]): Promise<void> {
    const { organizationId } = this.#ports.user;
    const ids = records.map((it) => it.annotation.annotationId);
    const documents = records.map((it) => it.annotation.metadata.documentId);
    const documentIds = [...new Set(documents)].filter((it) => it !== undefined);
    const request = { organizationId, [RECORD_NAMES[this.#kind].ids]: ids, documentIds };
    // After the last attempt a record is shown without content, and asked for again with the next
    // read.
    const data = await this.#pages(request, ids).catch(() => null);
    if (data === null) return;
    for (const { annotation, revision } of records) {
      const found = data.get(annotation.annotationId);
      this.#known.set(annotation.annotationId, {
        revision,
        content: contentOf(annotation.annotationId, found),
      });
    }
  }

  /** @throws ResolverError, also for pages that lead nowhere */
  async #pages(request: object, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const found = new Map<string, unknown>();
    const progress = createProgress(() => new ResolverError('get', 1, new AttemptError('invalid-response')));
    let after: string | undefined;
    do {
      const answer = await this.#call('get', after === undefined ? request : { ...request, after }, ids);
      const before = found.size;
      for (const [id, it] of Object.entries(answer.data as Fields)) if (ids.includes(id)) found.set(id, it);
      after = nextOf(answer);
      if (after !== undefined) progress(after, found.size - before);
    } while (after !== undefined);
    return found;
  }

  /**
   * @param namesAreElsewhere true to keep only the userIds of people
   * @throws CommentsSetupError, ResolverError (the service was not called), ServiceError
   */
  async add(record: NewRecord, namesAreElsewhere: boolean): Promise<string> {
    const { id = newWriteId(), documentId, annotationId, commentId, ...fields } = record;
    const { user, provider, service, now } = this.#ports;
    const taken = Object.keys(fields).filter((it) => OWN.includes(it));
    if (taken.length > 0)
      throw new CommentsSetupError(`A record sets ${taken.join(', ')} by itself: leave it out.`);
    const { organizationId, ...from } = user;
    const complete: CommentAnnotation = {
      ...fields,
      ...{ annotationId: id, metadata: { organizationId, documentId }, comments: {}, type: this.#kind },
      ...{ from, createdAt: now(), lastUpdated: now() },
      ...(annotationId !== undefined && { targetAnnotationId: annotationId }),
      ...(commentId !== undefined && { commentId }),
    };
    const made = namesAreElsewhere ? withoutNames(complete) : complete;
    const { structural, content } = strip(made, provider.custom);
    const { annotationId: _id, comments: _comments, ...own } = content;
    const about = { event: `${this.#kind}.add`, metadata: made.metadata, writeId: newWriteId() };
    await this.#call('save', { [RECORD_NAMES[this.#kind].one]: { [id]: { id, ...own } }, ...about }, [id]);
    const { revision } = await asServiceError(
      'save',
      service.save({
        organizationId,
        annotation: structural,
        event: 'comment_annotation.add',
        writeId: about.writeId,
      }),
    );
    this.#known.set(id, { revision, content });
    return id;
  }

  /**
   * @throws CommentsSetupError for a record of another kind, ResolverError (the service was not
   * called), ServiceError: repeat the call, it is harmless
   */
  async remove(id: string, documentId: string): Promise<void> {
    const { user, service } = this.#ports;
    const { organizationId } = user;
    if (!this.#known.has(id)) await this.#checkKind(id, documentId);
    const event = `${this.#kind}.delete`;
    const writeId = newWriteId();
    const metadata = { organizationId, documentId };
    await this.#call('delete', { [RECORD_NAMES[this.#kind].id]: id, event, metadata, writeId }, [id]);
    await asServiceError(
      'delete',
      service.delete({ organizationId, annotationId: id, documentId, event, writeId }),
    );
    this.#known.delete(id);
  }

  /** Threads and records share one set of ids: deleting one kind never deletes the other. */
  async #checkKind(id: string, documentId: string): Promise<void> {
    const { user, service } = this.#ports;
    const listed = await listAll(service, user.organizationId, [documentId]);
    const found = listed.find((it) => it.annotation.annotationId === id);
    if (found !== undefined && found.annotation.type !== this.#kind)
      throw new CommentsSetupError(`${id} is not a record of kind "${this.#kind}": nothing was deleted.`);
  }

  #call(name: 'get' | 'save' | 'delete', request: object, ids: readonly string[]) {
    const { resolve, user } = this.#ports;
    const moduleName = `${name}${RECORD_NAMES[this.#kind].many}` as CommentResolverModuleName;
    const payload = { organizationId: user.organizationId, commentAnnotationIds: [], ids };
    return resolve(name, request, { moduleName, payload });
  }
}

/** Names that a record sets by itself. */
const OWN: readonly string[] = [
  'metadata',
  'comments',
  'type',
  'from',
  'createdAt',
  'lastUpdated',
  'targetAnnotationId',
];

function contentOf(annotationId: string, found: unknown): PartialCommentAnnotation | null {
  if (!isObject(found)) return null;
  const { id: _id, metadata, ...fields } = found as PartialRecord;
  return { ...fields, annotationId, metadata, comments: {} };
}

function itemOf(record: CommentAnnotation, isContentAvailable: boolean): RecordItem {
  const { annotationId, metadata, comments: _comments, type: _type, targetAnnotationId, ...fields } = record;
  const { isCommentTextAvailable: _flag, ...own } = fields as Fields;
  return {
    ...own,
    ...(typeof targetAnnotationId === 'string' && { annotationId: targetAnnotationId }),
    id: annotationId,
    documentId: metadata.documentId ?? '',
    isContentAvailable,
  };
}
