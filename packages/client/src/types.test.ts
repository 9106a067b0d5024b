/** Types of a client, checked by the compiler. */
import type { DefinitionView, ErrorStatus, ExternalEvent, Issue } from '@org/approval-core';
import type {
  DispatchResult,
  OperationPath,
  OperationRequest,
  OperationResult,
} from '@org/approval-core/views';
import { expectTypeOf, test } from 'vitest';
import type {
  ApprovalClient,
  ApprovalClientError,
  ApprovalClientOptions,
  CallOptions,
  Fetch,
} from './index.js';

type Client = ApprovalClient;

test('a method has the types of its operation', () => {
  expectTypeOf<Client['executions']['dispatch']>().toEqualTypeOf<
    (
      data: OperationRequest<'executions/dispatch'>,
      options?: CallOptions,
    ) => Promise<OperationResult<'executions/dispatch'>>
  >();
  expectTypeOf<Client['executions']['dispatch']>().returns.resolves.toEqualTypeOf<DispatchResult>();
  expectTypeOf<Client['definitions']['get']>().returns.resolves.toExtend<DefinitionView>();
  expectTypeOf<Client['steps']['resolve']>().parameter(0).toEqualTypeOf<OperationRequest<'steps/resolve'>>();
});

test('only what needs no data may be called without', () => {
  type May = { [P in OperationPath]: [] extends Parameters<MethodOf<P>> ? P : never }[OperationPath];
  type Listings =
    | 'definitions/list'
    | 'executions/list'
    | 'steps/listWaiting'
    | 'people/listAbsences'
    | 'webhooks/listDeliveries'
    | 'events/list';
  expectTypeOf<May>().toEqualTypeOf<Listings>();
});

test('there is a method for each operation, and no other', () => {
  type Paths = {
    [A in Area]: `${A extends 'feed' ? 'events' : A}/${keyof Client[A] & string}`;
  }[Area];
  expectTypeOf<Paths>().toEqualTypeOf<OperationPath>();
});

test('events are a union that a switch can take apart', () => {
  expectTypeOf<Client['events']>().returns.toEqualTypeOf<AsyncIterableIterator<ExternalEvent>>();
});

test('an error has the statuses and issues of the engine', () => {
  expectTypeOf<ApprovalClientError['status']>().toEqualTypeOf<ErrorStatus>();
  expectTypeOf<ApprovalClientError['issues']>().toEqualTypeOf<readonly Issue[]>();
  expectTypeOf<ApprovalClientError['retryAfterMs']>().toEqualTypeOf<number | null>();
});

test('a client has one source of tokens', () => {
  interface Base {
    baseUrl: string;
    apiKey: string;
  }
  expectTypeOf<Base & { authToken: string }>().toExtend<ApprovalClientOptions>();
  expectTypeOf<Base & { getAuthToken: () => Promise<string> }>().toExtend<ApprovalClientOptions>();
  expectTypeOf<Base>().not.toExtend<ApprovalClientOptions>();
  expectTypeOf<
    Base & { authToken: string; getAuthToken: () => string }
  >().not.toExtend<ApprovalClientOptions>();
});

test('the fetch of the platform is one', () => {
  expectTypeOf<typeof fetch>().toExtend<Fetch>();
});

type Area = 'definitions' | 'executions' | 'steps' | 'people' | 'webhooks' | 'feed' | 'links' | 'triggers';
type MethodOf<P extends OperationPath> = P extends `events/${infer N extends keyof Client['feed']}`
  ? Client['feed'][N]
  : P extends `${infer A extends Area}/${infer N}`
    ? N extends keyof Client[A]
      ? Extract<Client[A][N], (...given: never[]) => unknown>
      : never
    : never;
