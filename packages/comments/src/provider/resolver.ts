/** Calls the customer's side: attempts, timeouts, delays, and an event for each of them. */
import { type Clock, sleep, withTimeout } from '../clock.js';
import { AttemptError, type OperationName, ResolverError } from '../errors.js';
import {
  type CommentResolverModuleName,
  type DataProviderEvent,
  type DataProviderEventPayload,
  EVENT_WORD,
} from './events.js';
import type { ResolverRequests } from './provider.js';
import type { ResolverResponse } from './config.js';
import type { RegisteredProvider } from './register.js';

/** Details of one call for its events. */
interface Call {
  readonly moduleName: CommentResolverModuleName;
  readonly payload: DataProviderEventPayload;
}

/** @throws ResolverError after the last attempt. */
export type Resolve<Requests = ResolverRequests> = <Name extends OperationName & keyof Requests>(
  name: Name,
  request: Requests[Name],
  call: Call,
) => Promise<ResolverResponse>;

export interface ResolverPorts {
  readonly clock: Clock;
  readonly emit: (event: DataProviderEvent) => void;
  readonly uniqueId: () => string;
}

export function createResolver<Requests = ResolverRequests>(
  provider: RegisteredProvider<OperationName & keyof NoInfer<Requests>>,
  ports: ResolverPorts,
): Resolve<Requests> {
  const { clock, emit, uniqueId } = ports;

  return async (name, request, { moduleName, payload }) => {
    const { attempt, retry, source, isAnswer } = provider.operations[name];
    const id = uniqueId();
    const tell = (
      phase: 'RequestFormed' | 'RequestTriggered' | 'Result' | 'Error',
      more: Partial<DataProviderEventPayload> = {},
    ) => {
      emit({
        event: `${provider.kind}${EVENT_WORD[name]}${phase}`,
        moduleName,
        methodName: name,
        source,
        timestamp: clock.now(),
        uniqueId: id,
        payload: { ...payload, ...more },
      });
    };

    tell('RequestFormed');
    for (let number = 1; ; number += 1) {
      tell('RequestTriggered', { attempt: number });
      try {
        const late = () => new AttemptError('timeout');
        const response = await withTimeout(clock, provider.resolveTimeout, late, async (signal) =>
          attempt(request, signal),
        );
        if (!isAnswer(response.data)) throw new AttemptError('invalid-response');
        tell('Result', { attempt: number });
        return response;
      } catch (error) {
        const cause = asAttemptError(error);
        const willRetry = !isFinal(cause) && number <= retry.retryCount;
        tell('Error', { attempt: number, reason: cause.reason, statusCode: cause.statusCode, willRetry });
        if (!willRetry) throw new ResolverError(name, number, cause, provider.kind);
        await sleep(clock, retry.retryDelay);
      }
    }
  };
}

/** Statuses 4xx that another attempt may not meet: with new headers, or later. */
const PASSING: readonly number[] = [401, 408, 429];

/**
 * True when the same request is refused again: another person has changed the same meanwhile, or
 * the request itself is refused, as too large for example.
 */
const isFinal = ({ reason, statusCode }: AttemptError): boolean =>
  reason === 'conflict' ||
  (statusCode !== null && statusCode >= 400 && statusCode < 500 && !PASSING.includes(statusCode));

const asAttemptError = (error: unknown): AttemptError =>
  error instanceof AttemptError ? error : new AttemptError('provider-threw', null, { cause: error });
