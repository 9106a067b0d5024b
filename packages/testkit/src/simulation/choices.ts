/** Choices that a generator makes after it has drawn numbers. */
import type { JsonObject, JsonValue } from '@org/approval-core';

/** Choices, taken one after the other; the list repeats. */
export class Choices {
  private readonly numbers: readonly number[];
  private taken = 0;

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  of<T>(options: readonly T[]): T {
    const number = this.numbers[this.taken++ % this.numbers.length] ?? 0;
    return options[number % options.length] as T;
  }
}

export const objects = (list: JsonValue | undefined): JsonObject[] =>
  Array.isArray(list) ? (list as JsonObject[]) : [];
