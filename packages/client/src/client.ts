/** The client: everything put together. */
import type { ExternalEvent, FeedEvent } from '@org/approval-core';
import { bodyOf } from './body.js';
import { type EventsOptions, followEvents } from './events.js';
import { type Call, type ClientPath, methodsOf, waitMsOf } from './operations.js';
import { EFFECTS, type OperationMethods } from './operations.gen.js';
import { type ApprovalClientOptions, settingsOf } from './options.js';
import { isPassing, withRetries } from './retry.js';
import { openStream, send } from './send.js';
import { type StreamOptions, followStream } from './stream.js';

/**
 * Every operation of the engine over HTTP, typed as the engine's own: `client.executions.dispatch(…)` and so
 * on.
 */
export interface ApprovalClient extends OperationMethods {
  /** Any operation by its path. */
  readonly call: Call;
  /**
   * Each event of an execution once and in seq order, until it has ended (contract section 11). Outages only delay it,
   * by pauses of up to `retry.maxDelayMs`; `onRetry` is told of them.
   * @throws TypeError at once when an option makes no sense; from the iteration ApprovalClientError when the engine
   * refuses (NOT_FOUND, PERMISSION_DENIED, …), and the reason of `signal`.
   * @see docs/reference/contract.md#11-events
   */
  readonly events: (executionId: string, options?: EventsOptions) => AsyncIterableIterator<ExternalEvent>;
  /**
   * The events of all runs as they are committed, each once and in the order of the feed (contract section 18): a stream
   * that is opened again wherever it breaks off, from the last position on, without a gap or a repeat. Whoever may not read
   * all runs gets those of their own. `position` of the last event that you have dealt with is what to give as `after` later.
   * @throws TypeError at once when an option makes no sense; from the iteration ApprovalClientError when the engine refuses
   * (`position-gone`: retention took events behind `after`; PERMISSION_DENIED, …), and the reason of `signal`.
   * @see docs/reference/contract.md#18-hosting
   */
  readonly stream: (options?: StreamOptions) => AsyncIterableIterator<FeedEvent>;
}

/**
 * A client of the HTTP surface that `@org/approval-http` mounts, for browsers and servers. It repeats what is
 * safe to repeat, and says when an outcome is unknown.
 * @throws TypeError when an option makes no sense, at once and not at the first call; but a `baseUrl` that is a path is
 * checked at the first call, so that a module of a page can make its client while a server renders it.
 * @example
 * ```ts
 * import { createApprovalClient } from '@org/approval-client';
 * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
 * import { ROLES, createHandler } from '@org/approval-http';
 * import { toFetch } from '@org/approval-http/fetch';
 *
 * // A server in this process, so that the example runs.
 * const engine = createApprovalEngine({ store: createMemoryStore() });
 * const caller = { workspaceId: 'acme', subject: 'ann', permissions: new Set(ROLES.author) };
 * const serve = toFetch(createHandler({ engine, authenticate: async () => caller }));
 *
 * const client = createApprovalClient({
 *   baseUrl: 'https://approvals.example.com',
 *   apiKey: 'the-key-of-the-workspace',
 *   authToken: 'the-token-of-the-caller',
 *   fetch: (url, init) => serve(new Request(url, init)), // left out: the global one
 * });
 * const { valid, issues } = await client.definitions.validate({
 *   definitionId: 'empty',
 *   name: 'Empty',
 *   nodes: [],
 *   edges: [],
 * });
 * console.log(valid, issues[0]?.path); // → false nodes
 * await engine.stop();
 * ```
 */
export function createApprovalClient(options: ApprovalClientOptions): ApprovalClient {
  const { connection, policy, onRetry, checkHere } = settingsOf(options);

  /**
   * Repeats a call that was surely not done: over the rate limit, which is looked at before the operation, without a connection, or
   * without a token to send it with. One whose outcome is unknown, its answer having been lost or the store having failed, it
   * repeats unless a repeat of it does more (`once`); a `keyed` one gets an idempotencyKey where the caller gives none.
   * `patient` is a call that no outage ends.
   */
  async function perform(
    path: ClientPath,
    data: object,
    { signal, patient }: { readonly signal: AbortSignal | undefined; readonly patient: boolean },
  ): Promise<never> {
    checkHere();
    const effect = EFFECTS[path];
    const message = { path, body: bodyOf(data, effect === 'keyed'), signal, waitMs: waitMsOf(path, data) };
    let mayBeDone = false;
    const result = await withRetries(() => send(connection, message), {
      policy,
      signal,
      isWorthwhile(error, failures) {
        // What an earlier attempt may have done is not undone by a later one that was refused.
        mayBeDone ||= error.outcomeUnknown && effect !== 'read';
        Object.assign(error, { outcomeUnknown: mayBeDone });
        if (!isPassing(error) || (mayBeDone && effect === 'once')) return false;
        return patient || (failures < policy.maxAttempts && (error.retryAfterMs ?? 0) <= policy.maxDelayMs);
      },
      onRetry: (notice) => onRetry({ path, ...notice }),
    });
    return result as never;
  }

  const call: Call = (path, data, { signal } = {}) => perform(path, data, { signal, patient: false });
  return {
    ...methodsOf((path, data, { signal } = {}) => perform(path, data, { signal, patient: false })),
    call,
    stream(streamOptions = {}) {
      checkHere();
      const path = 'events/stream';
      return followStream(
        {
          open: (query, signal) => openStream(connection, { path, query, signal }),
          policy,
          onRetry: (notice) => onRetry({ path, ...notice }),
        },
        streamOptions,
      );
    },
    events(executionId, eventsOptions = {}) {
      const read = (sinceSeq: number, signal: AbortSignal) =>
        perform('executions/getEvents', { executionId, sinceSeq }, { signal, patient: true });
      return followEvents({ read, sleep: policy.sleep }, eventsOptions);
    },
  };
}
