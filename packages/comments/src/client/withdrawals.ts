/**
 * Adds that failed for their writer and are shown no more. They may have arrived all the same, or may be on their way
 * still: they are taken back, so that no one finds words that their author gave up.
 */
import { AttemptError, ResolverError } from '../errors.js';
import { type Metadata, type StructuralAnnotation, isObject } from '../record.js';
import type { Resolve } from '../provider/resolver.js';
import type { CommentService } from '../service/port.js';
import type { Write } from './changes.js';
import { newWriteId } from './ids.js';
import type { Seeing } from './seeing.js';
import { asServiceError } from './service-error.js';

/** A failed add, and where its thread is. */
interface Given {
  readonly write: Write;
  readonly metadata: Metadata;
}

interface Ports {
  readonly resolve: Resolve;
  readonly organizationId: string;
  readonly seeing: Seeing;
}

export class Withdrawals {
  readonly #ports: Ports;
  /** By writeId: those of which it is not known that they were taken back. */
  readonly #open = new Map<string, Given>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Takes a failed add back at the customer's side, in the background, and with each read again until it gets through.
   * A side that counts no revisions does not know writes by their ids: there a late withdrawal could take away what was
   * sent again, so that it is left to `discard`.
   */
  add(given: Given): void {
    this.#open.set(given.write.writeId, given);
    void this.flush();
  }

  /** Tries those again that did not get through. What fails stays for the next time. */
  async flush(): Promise<void> {
    const tryOne = async (given: Given) => {
      if (await this.#tells(given)) await this.atCustomer(given);
      else this.#open.delete(given.write.writeId);
    };
    await Promise.allSettled([...this.#open.values()].map(tryOne));
  }

  /** Those of a thread, or of one comment in it, before it is deleted. @throws ResolverError */
  async finish(annotationId: string, commentId: number | undefined): Promise<void> {
    for (const given of [...this.#open.values()]) {
      const own = given.write.commentId;
      const isMeant = commentId === undefined || own === undefined || own === commentId;
      if (given.write.annotationId === annotationId && isMeant) await this.atCustomer(given);
    }
  }

  /** @param only one comment of a thread that was to be made. @throws ResolverError */
  async atCustomer(given: Given, only?: number): Promise<void> {
    const { organizationId, seeing } = this.#ports;
    if (seeing.tells('customer'))
      for (const it of requestsOf(given, organizationId, only)) await this.#send(it);
    else for (const one of plainOf(given, organizationId, only)) await this.#send(one);
    if (only === undefined) this.#open.delete(given.write.writeId);
  }

  /** @throws ServiceError, ConflictError */
  async atService(given: Given, service: CommentService): Promise<void> {
    const { organizationId } = this.#ports;
    for (const it of requestsOf(given, organizationId))
      await asServiceError('save', service.save({ ...it, organizationId }));
  }

  async #send({ annotation, ...about }: WithdrawalRequest): Promise<void> {
    const { resolve, organizationId } = this.#ports;
    const { annotationId, metadata } = annotation;
    const payload = { organizationId, commentAnnotationIds: [annotationId], event: about.event };
    const request = { ...about, commentAnnotation: { [annotationId]: annotation }, metadata };
    await resolve('save', request, { moduleName: 'saveCommentAnnotations', payload });
  }

  /** Whether the customer's side counts revisions; it is asked where it has not said so yet. @throws ResolverError */
  async #tells({ write: { annotationId } }: Given): Promise<boolean> {
    const { resolve, organizationId, seeing } = this.#ports;
    if (!seeing.isHeard('customer')) {
      const request = { organizationId, commentAnnotationIds: [annotationId] };
      const answer = await resolve('get', request, {
        moduleName: 'saveCommentAnnotations',
        payload: request,
      });
      seeing.answered('customer', isObject(answer.revisions));
    }
    return seeing.tells('customer');
  }
}

/** One request for each id under which the add was sent. */
const requestsOf = (given: Given, organizationId: string, only?: number): WithdrawalRequest[] =>
  [...(given.write.earlier ?? []), given.write.writeId].map((withdraws) => ({
    ...requestOf(given, organizationId, only),
    withdraws,
  }));

/** Names what is taken back, and nothing of what it said. */
function requestOf({ write, metadata }: Given, organizationId: string, only?: number): WithdrawalRequest {
  const { annotationId } = write;
  const commentId = only ?? write.commentId;
  const ids = commentId === undefined ? Object.keys(write.made?.comments ?? {}) : [];
  const comments = Object.fromEntries(ids.map((id) => [id, { commentId: Number(id) }]));
  return {
    annotation: { annotationId, metadata: { ...metadata, organizationId }, comments },
    event: commentId === undefined ? 'comment_annotation.delete' : 'comment.delete',
    ...(commentId !== undefined && { commentId }),
    writeId: newWriteId(),
  };
}

interface WithdrawalRequest {
  readonly annotation: StructuralAnnotation;
  readonly event: string;
  readonly commentId?: number;
  readonly withdraws?: string;
  readonly writeId: string;
}

/** For a side that does not know writes by their ids: plain deletes of the comments. */
function plainOf(given: Given, organizationId: string, only?: number): WithdrawalRequest[] {
  const own = only ?? given.write.commentId;
  const ids = own === undefined ? Object.keys(given.write.made?.comments ?? {}).map(Number) : [own];
  return ids.map((commentId) => requestOf(given, organizationId, commentId));
}

/** True: the add may have been written, though its writer was told that it failed. */
export function mayHaveArrived(error: unknown): boolean {
  const cause = error instanceof ResolverError && error.operation === 'save' ? error.cause : null;
  if (!(cause instanceof AttemptError)) return false;
  const { reason, statusCode } = cause;
  // What answers that it refused has written nothing, unless an attempt before it had no answer.
  const isRefusal = reason === 'http-status' && statusCode !== null && statusCode >= 400 && statusCode < 500;
  const isOnly = (error as ResolverError).attempts === 1;
  return reason !== 'conflict' && !(isRefusal && isOnly);
}
