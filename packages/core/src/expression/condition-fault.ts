/** Faults of conditions in a strict definition (contract section 3). */

/** Code of a condition that is neither true nor false. */
export type ConditionFaultCode = 'condition-path-missing' | 'condition-not-comparable';

/** Thrown by a strict condition that is neither true nor false. */
export class ConditionFault extends Error {
  override readonly name = 'ConditionFault';
  readonly code: ConditionFaultCode;

  constructor(code: ConditionFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}
