/**
 * Every operation of the gate over HTTP (permits G7), by its path; the gate hands them to the
 * server.
 */
import { type DefinedOperation, checkShape, mapValues } from '@org/approval-core/internal';
import { parser } from '../requests.js';
import type { GateOperation } from '../types.js';
import type { PermitOperationPath } from './wire-types.js';
import { RECORDS } from './operations.gen.js';
import type { GateScope } from './scope.js';

const invokable = (operation: DefinedOperation<PermitOperationPath, GateScope>): GateOperation => ({
  ...operation,
  invoke: (permits, data, { subject: given, has, normalizeUserId: one = (userId) => userId }) => {
    const subject = given === null ? null : one(given);
    const seesAll = operation.seesOthers !== null && has(operation.seesOthers);
    return operation.perform({ permits, parser, caller: { subject, seesAll } }, data);
  },
});

/** Every operation of the gate by its path. */
export const PERMIT_OPERATIONS = mapValues<
  PermitOperationPath,
  DefinedOperation<PermitOperationPath, GateScope>,
  GateOperation
>(RECORDS, invokable);

/** Paths of the operations of the gate. */
export const PERMIT_PATHS = Object.values(RECORDS).map((it) => it.path);

/**
 * Checks the shape of a request as the operation will, for callers that need to know earlier.
 * @throws ApprovalError INVALID_ARGUMENT with everything that is wrong.
 */
export function checkPermitRequest(path: PermitOperationPath, data: unknown): void {
  checkShape(RECORDS[path], data);
}
