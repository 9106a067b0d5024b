/** `engine.record`: the record of executions, in process. */
import * as z from 'zod';
import { handleId } from '../../../definition/identifiers.js';
import type { Operating } from '../operation.js';
import { operate } from '../operation.js';
import type { Reading } from '../../scope.js';
import { bundleLines } from './bundle.js';

/** Executions of one bundle. */
const MAX_RUNS = 100;

const bundleRequest = z.strictObject({ executionIds: z.array(handleId).min(1).max(MAX_RUNS) });

/** Executions that a bundle holds. */
export interface BundleRequest {
  /** Ids of 1 to 100 executions. */
  readonly executionIds: readonly string[];
}

/** The record of executions, in process. */
export interface RecordOperations {
  /**
   * Returns a bundle of executions as lines of JSON, each with its newline. `approval verify` and
   * `verify` of `@org/approval-record` check it without the engine.
   * @throws ApprovalError NOT_FOUND; FAILED_PRECONDITION `not-chained`; INVALID_ARGUMENT.
   * @example
   * ```ts
   * import { createApprovalEngine, createMemoryStore } from '@org/approval-core';
   *
   * const engine = createApprovalEngine({ store: createMemoryStore(), record: {} });
   * await engine.definitions.create({
   *   definitionId: 'check',
   *   name: 'Check',
   *   nodes: [
   *     {
   *       nodeId: 'ann',
   *       type: 'human',
   *       config: {
   *         reviewers: [{ userId: 'ann', mandatory: true }],
   *         onReject: { end: 'rejected' },
   *       },
   *     },
   *   ],
   * });
   * const { executionId } = await engine.executions.dispatch({ definitionId: 'check' });
   * let lines = 0;
   * for await (const line of engine.record.bundle({ executionIds: [executionId] }))
   *   if (line.length > 0) lines += 1;
   * console.log(lines); // → 8
   * await engine.stop();
   * ```
   */
  bundle(request: BundleRequest): AsyncIterable<string>;
}

export const recordOn = (on: Reading & Operating): RecordOperations => ({
  bundle: (request) => linesOf(on, request),
});

async function* linesOf(on: Reading & Operating, request: BundleRequest): AsyncGenerator<string> {
  const { executionIds } = on.parser.parse(bundleRequest, request);
  const lines = bundleLines(on, executionIds);
  for (;;) {
    const line = await operate(on, () => lines.next());
    if (line.done === true) return;
    yield line.value;
  }
}
