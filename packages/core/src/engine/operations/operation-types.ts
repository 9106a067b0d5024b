/** Request and result types of all operations by name, without schemas: clients need only these. */
import type { OperationTypes } from './operation-types.gen.js';

export type * from './operation-types.gen.js';

/** Path of an operation, as in `executions/dispatch`. */
export type OperationPath = keyof OperationTypes;
/** Request of the operation at a path. */
export type OperationRequest<P extends OperationPath> = OperationTypes[P]['request'];
/** Result of the operation at a path. */
export type OperationResult<P extends OperationPath> = OperationTypes[P]['result'];
