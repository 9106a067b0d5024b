/**
 * Work of conditions and commands (contract section 1), counted in units to be deterministic. One
 * unit is about one regular expression instruction on one character.
 */
import { LIMITS } from '../definition/limits.js';

/** The budget is exhausted. A condition that throws it is neither true nor false. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';

  constructor() {
    super('the conditions take more work than they may');
  }
}

/** Budget of an evaluation or a command, in units. */
export class WorkBudget {
  private left: number;
  private readonly shared: WorkBudget | null;
  private readonly units: number;

  /** Units are also spent from `shared`. */
  constructor(units: number = LIMITS.evaluationWork, shared: WorkBudget | null = null) {
    this.units = units;
    this.left = units;
    this.shared = shared;
  }

  /** Units spent so far. */
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

/** Costs of an evaluation in units. */
export const CONDITION_COSTS = {
  /** An operator, an operand or a list element, walked by json-logic-js. */
  walk: 64,
  /** The same, walked by the linter. */
  operand: 4,
  /** A compared value, and a key that is read. */
  value: 8,
  key: 8,
  /** Characters that one unit compares, and searches. */
  comparedPerUnit: 32,
  searchedPerUnit: 4,
  /** Per instruction, besides the characters: a pattern may have to be compiled again. */
  compiling: 20,
} as const;

/** Costs of a command in units, besides its conditions. */
export const COMMAND_COSTS = {
  /** A started step. */
  step: 200,
  /** A name of an `inputMapping`. */
  name: 160,
  edge: 4,
  /** A counted step of a group, or a member of it. */
  counted: 12,
  /** A lost step of a group: checks if an edge or a loop handles its end. */
  lost: 40,
  /** A place of a step whose decision is only tried. */
  place: 40,
} as const;
