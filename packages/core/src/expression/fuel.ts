/** How much work conditions may take (contract section 1): counted in units, so that the same input always ends the same. */
import { LIMITS } from '../definition/limits.js';

/** The budget is used up. Whoever evaluates a condition catches it: the condition is then neither true nor false. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';

  constructor() {
    super('the conditions take more work than they may');
  }
}

/** About what a regular expression of one instruction does with one character. */
export class Fuel {
  private left: number;
  private readonly shared: Fuel | null;

  private readonly units: number;

  /** What is spent is spent of `shared` as well. */
  constructor(units: number = LIMITS.evaluationWork, shared: Fuel | null = null) {
    this.units = units;
    this.left = units;
    this.shared = shared;
  }

  /** Units that were spent so far. */
  get spent(): number {
    return this.units - this.left;
  }

  /** @throws TooCostly */
  spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new TooCostly();
    this.shared?.spend(units);
  }
}

/** What the parts of an evaluation cost. */
export const COSTS = {
  /** An operator, an operand or an element of a list, where json-logic-js walks. */
  walk: 64,
  /** The same, where the linter does. */
  operand: 4,
  /** A value that is compared, a key that is looked at. */
  value: 8,
  key: 8,
  /** Characters of a text that one unit compares, or searches. */
  comparedPerUnit: 32,
  searchedPerUnit: 4,
  /** For each instruction, beside the characters: a pattern may have to be compiled again. */
  compiling: 20,
} as const;
