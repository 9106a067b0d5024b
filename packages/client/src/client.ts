/** The client: operations, events and streams over one connection. */
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
 * Every operation of the engine over HTTP, typed as the engine's own:
 * `client.executions.dispatch(…)`.
 */
export interface ApprovalClient extends OperationMethods {
  /** Any operation by its path. */
  readonly call: Call;
  /**
   * Iterates over the events of an execution, each once and in seq order, until it has ended
   * (contract section 11). Outages only delay it, by pauses of up to `retry.maxDelayMs`; `onRetry`
   * reports them.
   * @throws TypeError at once when an option makes no sense; from the iteration ApprovalClientError
   *   when the engine refuses (NOT_FOUND, PERMISSION_DENIED, …), and the reason of `signal`.
   * @see docs/reference/contract.md#11-events
   */
  readonly events: (executionId: string, options?: EventsOptions) => AsyncIterableIterator<ExternalEvent>;
  /**
   * Iterates over the events of all runs as they are committed, each once and in the order of the
   * feed (contract section 18). The stream reopens where it broke off, without a gap or a repeat. A
   * caller that may not read all runs gets its own events. Store the `position` of the last
   * event you handled, and pass it as `after` later.
   * @throws TypeError at once when an option makes no sense; from the iteration ApprovalClientError
   *   when the engine refuses (`position-gone`: retention took events behind `after`;
   *   PERMISSION_DENIED, …), and the reason of `signal`.
   * @see docs/reference/contract.md#18-hosting
   */
  readonly stream: (options?: StreamOptions) => AsyncIterableIterator<FeedEvent>;
}

/**
 * Creates a client of the HTTP surface that `@org/approval-http` mounts, for browsers and servers.
 * It retries calls that are safe to repeat, and reports when an outcome is unknown.
 * @throws TypeError when an option makes no sense, at once and not at the first call; but a
 *   `baseUrl` that is a path is checked at the first call, so that a module of a page can make its
 *   client while a server renders it.
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
   * Performs a call, and retries it while it was surely not done: over the rate limit, without a
   * connection, or without a token. If the outcome is unknown, because the answer was lost or the
   * store failed, it retries unless the operation is `once`; a `keyed` one gets an idempotencyKey
   * if it has none. No outage ends a `patient` call.
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
        // A later refusal does not undo what an earlier attempt may have done.
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
