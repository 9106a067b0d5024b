/**
 * Adds that failed for their writer and are shown no more. They may have arrived all the same, or
 * may still be on their way. They are taken back, so that no one finds words that their author gave
 * up.
 */
import { AttemptError, ResolverError } from '../errors.js';
import { isObject } from '../record.js';
import type { CommentService } from '../service/port.js';
import { asServiceError } from './service-error.js';
import { type Given, type Ports, requestsOf, sendWithdrawal } from './withdrawal-requests.js';

export class Withdrawals {
  readonly #ports: Ports;
  /** Failed adds, by writeId, that are not known to be taken back. */
  readonly #open = new Map<string, Given>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Takes a failed add back at the customer's side, in the background, and with each read again
   * until it gets through. A side that counts no revisions does not know writes by their ids: a
   * late withdrawal could delete a repeat there, so it is left to `discard`.
   */
  add(given: Given): void {
    this.#open.set(given.write.writeId, given);
    void this.flush();
  }

  /** Retries the withdrawals that did not get through. Those that fail stay for the next time. */
  async flush(): Promise<void> {
    const tryOne = async (given: Given) => {
      if (await this.#tells(given)) await this.atCustomer(given);
      else this.#open.delete(given.write.writeId);
    };
    await Promise.allSettled([...this.#open.values()].map(tryOne));
  }

  /**
   * Takes back those of a thread, or of one comment in it, before it is deleted.
   * @throws ResolverError
   */
  async finish(annotationId: string, commentId: number | undefined): Promise<void> {
    for (const given of [...this.#open.values()]) {
      const own = given.write.commentId;
      const isMeant = commentId === undefined || own === undefined || own === commentId;
      if (given.write.annotationId === annotationId && isMeant) await this.atCustomer(given);
    }
  }

  /** @param only one comment of a thread that was to be made. @throws ResolverError */
  async atCustomer(given: Given, only?: number): Promise<void> {
    const { organizationId } = this.#ports;
    if (await this.#tells(given))
      for (const it of requestsOf(given, organizationId, only)) await sendWithdrawal(this.#ports, it);
    else {
      const { withdrawPlainly } = await import('./plain-withdrawals.js');
      await withdrawPlainly(this.#ports, given, only);
    }
    if (only === undefined) this.#open.delete(given.write.writeId);
  }

  /** @throws ServiceError, ConflictError */
  async atService(given: Given, service: CommentService): Promise<void> {
    const { organizationId } = this.#ports;
    for (const it of requestsOf(given, organizationId))
      await asServiceError('save', service.save({ ...it, organizationId }));
  }

  /**
   * Returns true if the customer's side counts revisions; asks it when that is not known yet.
   * @throws ResolverError
   */
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

/** True when the add may have been written, though it failed for its writer. */
export function mayHaveArrived(error: unknown): boolean {
  const cause = error instanceof ResolverError && error.operation === 'save' ? error.cause : null;
  if (!(cause instanceof AttemptError)) return false;
  const { reason, statusCode } = cause;
  // A refusal means that nothing was written, unless an attempt before it had no answer.
  const isRefusal = reason === 'http-status' && statusCode !== null && statusCode >= 400 && statusCode < 500;
  const isOnly = (error as ResolverError).attempts === 1;
  return reason !== 'conflict' && !(isRefusal && isOnly);
}
