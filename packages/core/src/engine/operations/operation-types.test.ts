/** The types of the operations, which clients have, are those of the methods and of the schemas. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { nameOf } from './methods.js';
import type { RECORDS } from './operations.gen.js';
import type { OperationTypes } from './operation-types.js';
import { OPERATIONS } from './table.js';
import type { WorkspaceOperations } from './workspace-operations.js';

/** Engine method of a path, which consists of area and name. */
type MethodOf<P> = P extends `events/${infer Name extends keyof WorkspaceOperations['feed']}`
  ? WorkspaceOperations['feed'][Name]
  : P extends `${infer Area extends keyof WorkspaceOperations}/${infer Name}`
    ? Name extends keyof WorkspaceOperations[Area]
      ? WorkspaceOperations[Area][Name]
      : never
    : never;
interface Types<Method> {
  readonly request: Method extends (request: infer Request) => unknown ? NonNullable<Request> : never;
  readonly result: Method extends (...all: never) => Promise<infer Result> ? Result : never;
}
type ByMethods = { readonly [P in keyof typeof RECORDS]: Types<MethodOf<P>> };

/** In process these take more: a signal, a duration as a text, and where the decision page is. */
type TakesMore = 'executions/wait' | 'links/create';

test('every operation has its request and its result', () => {
  expectTypeOf<Omit<OperationTypes, TakesMore>>().toEqualTypeOf<Omit<ByMethods, TakesMore>>();
  expectTypeOf<OperationTypes['executions/wait']['request']>().toExtend<
    ByMethods['executions/wait']['request']
  >();
  expectTypeOf<ByMethods['links/create']['request']>().toExtend<OperationTypes['links/create']['request']>();
  expectTypeOf<ByMethods['executions/wait']['result']>().toEqualTypeOf<
    OperationTypes['executions/wait']['result']
  >();
  expectTypeOf<ByMethods['links/create']['result']>().toEqualTypeOf<
    OperationTypes['links/create']['result']
  >();
});

/** Members of an area that are not operations of the table. */
type Beside<Area extends keyof WorkspaceOperations, Path extends string = Area> = Exclude<
  keyof WorkspaceOperations[Area],
  keyof typeof RECORDS extends infer P ? (P extends `${Path}/${infer Name}` ? Name : never) : never
>;

test('what a host can call beside the operations is what it is meant to', () => {
  expectTypeOf<Beside<'definitions'>>().toEqualTypeOf<never>();
  expectTypeOf<Beside<'executions'>>().toEqualTypeOf<never>();
  expectTypeOf<Beside<'people'>>().toEqualTypeOf<never>();
  expectTypeOf<Beside<'webhooks'>>().toEqualTypeOf<never>();
  expectTypeOf<Beside<'steps'>>().toEqualTypeOf<'completeDeferred'>();
  expectTypeOf<Beside<'links'>>().toEqualTypeOf<'executionOf'>();
  expectTypeOf<Beside<'feed', 'events'>>().toEqualTypeOf<'follow' | 'isOver' | 'subscribe' | 'forget'>();
});

describe.each(Object.values(OPERATIONS))('$path', ({ path, request, result, effect, summary }) => {
  test('has a name, a sentence, and shapes with names', () => {
    expect(nameOf(path)).toMatch(/^[a-z]\w+$/);
    expect(summary).toMatch(/^[A-Z].+\.$/);
    expect([request.meta()?.id, result.meta()?.id]).not.toContain(undefined);
  });

  test('is keyed where its request has an idempotencyKey, and nowhere else', () => {
    const fields = request instanceof z.ZodObject ? Object.keys(request.shape) : [];
    expect(fields).not.toEqual([]);
    expect(effect === 'keyed').toBe(fields.includes('idempotencyKey'));
  });
});
