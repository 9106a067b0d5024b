/**
 * Work of conditions and of commands (contract section 1): counted in units, so that the same input always ends the same.
 * One unit is about what a regular expression of one instruction does with one character.
 */
import { LIMITS } from '../definition/limits.js';

/** The budget is used up. A condition that throws it is neither true nor false. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';

  constructor() {
    super('the conditions take more work than they may');
  }
}

/** Units that an evaluation or a command may take. */
export class WorkBudget {
  private left: number;
  private readonly shared: WorkBudget | null;
  private readonly units: number;

  /** Units that are spent are spent of `shared` as well. */
  constructor(units: number = LIMITS.evaluationWork, shared: WorkBudget | null = null) {
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

/** Units that the parts of an evaluation cost. */
export const CONDITION_COSTS = {
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

/** Units that the parts of a command cost, beside its conditions. */
export const COMMAND_COSTS = {
  /** A step that is started. */
  step: 200,
  /** A name of an `inputMapping`. */
  name: 160,
  edge: 4,
  /** A step of a group that is counted, or a member of it. */
  counted: 12,
  /** A step of a group that is lost: whether an edge or a loop takes its ending up. */
  lost: 40,
  /** A place of a step whose answer is only tried. */
  place: 40,
} as const;
