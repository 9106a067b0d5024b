/** The client: everything put together. */
import type { ExternalEvent, OperationPath } from '@org/approval-core';
import { bodyOf } from './body.js';
import type { ApprovalClientError } from './error.js';
import { type EventsOptions, followEvents } from './events.js';
import { type Call, type OperationMethods, REPEATS, methodsOf } from './operations.js';
import { type ApprovalClientOptions, settingsOf } from './options.js';
import { withRetries } from './retry.js';
import { send } from './send.js';

export interface ApprovalClient extends OperationMethods {
  /** Any operation by its path. */
  readonly call: Call;
  /**
   * Each event of an execution once and in seq order, until it has ended (contract section 11). Outages only delay it,
   * by pauses of up to `retry.maxDelayMs`; `onRetry` is told of them.
   * @throws TypeError at once when an option makes no sense; from the iteration ApprovalClientError when the engine
   * refuses (NOT_FOUND, PERMISSION_DENIED, …), and the reason of `signal`.
   */
  readonly events: (executionId: string, options?: EventsOptions) => AsyncIterableIterator<ExternalEvent>;
}

/** @throws TypeError when an option makes no sense, at once and not at the first call. */
export function createApprovalClient(options: ApprovalClientOptions): ApprovalClient {
  const { connection, policy, onRetry } = settingsOf(options);

  /** `patient` is a call that no outage ends. */
  async function perform(
    path: OperationPath,
    data: object,
    { signal, patient }: { readonly signal: AbortSignal | undefined; readonly patient: boolean },
  ): Promise<never> {
    const repeat = REPEATS[path];
    const message = { path, body: bodyOf(data, repeat === 'keyed'), signal };
    let mayBeDone = false;
    const result = await withRetries(() => send(connection, message), {
      policy,
      signal,
      isWorthwhile(error, failures) {
        // What an earlier attempt may have done is not undone by a later one that was refused.
        mayBeDone ||= error.outcomeUnknown && repeat !== 'read';
        Object.assign(error, { outcomeUnknown: mayBeDone });
        if (!isPassing(error) || (mayBeDone && repeat === 'once')) return false;
        return patient || (failures < policy.maxAttempts && (error.retryAfterMs ?? 0) <= policy.maxDelayMs);
      },
      onRetry: (notice) => onRetry({ path, ...notice }),
    });
    return result as never;
  }

  const call: Call = (path, data, { signal } = {}) => perform(path, data, { signal, patient: false });
  return {
    ...methodsOf(call),
    call,
    events(executionId, eventsOptions = {}) {
      const read = (sinceSeq: number, signal: AbortSignal) =>
        perform('executions/getEvents', { executionId, sinceSeq }, { signal, patient: true });
      return followEvents({ read, sleep: policy.sleep }, eventsOptions);
    },
  };
}

/** Whether the same request may fare better later. */
const isPassing = ({ status }: ApprovalClientError): boolean =>
  status === 'UNAVAILABLE' || status === 'RESOURCE_EXHAUSTED';
